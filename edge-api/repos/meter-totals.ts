/** What all isolates of the edge have counted together. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';
import { meterNames, type Times } from '../meters.ts';

const row = z.object({
  meter: z.enum(meterNames),
  labels: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  count: z.number().int(),
  ms: z.number(),
  within: z.string().transform((text) => z.array(z.number().int()).parse(JSON.parse(text))),
});

/** Adds to the totals: a row for each set of labels, of which there are some dozens. */
export function addToTotals({ meter, labels, count, ms, within }: Times): Statement {
  return {
    sql: `insert into meter_totals (meter, labels, count, ms, within) values (:meter, :labels, :count, :ms, :within)
      on conflict (meter, labels) do update set
        count = meter_totals.count + excluded.count,
        ms = meter_totals.ms + excluded.ms,
        within = (select json_group_array(sum) from (
          select added.value + coalesce(known.value, 0) as sum
          from json_each(excluded.within) added left join json_each(meter_totals.within) known on known.key = added.key
          order by added.key))`,
    args: { meter, labels: JSON.stringify(labels), count, ms: Math.round(ms), within: JSON.stringify(within) },
  };
}

export async function readTotals(db: Db): Promise<Times[]> {
  return parseRows(row, await db.execute('select meter, labels, count, ms, within from meter_totals'));
}
