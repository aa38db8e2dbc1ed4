import { expect, test } from 'vitest';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { ledgerCsv } from '#features/spending/ledger-csv.ts';
import { testId } from '#tests/helpers/rows.ts';

const attempt = (fields: Partial<LedgerAttempt>): LedgerAttempt => ({
  ...{ id: testId(1), at: Date.UTC(2026, 10, 22, 13, 5), projectId: testId(2), title: 'The Glass Lighthouse' },
  ...{ kind: 'clip', model: 'gemini-omni-1.2-flash', sceneNumber: 3, state: 'charged' },
  ...{ reservedUsd: 0.56, amountUsd: 0.56, priceListDate: '2026-11-20' },
  ...fields,
});

test('the ledger is a table with a line for each request, amounts in plain dollars', () => {
  const lines = ledgerCsv([
    attempt({}),
    attempt({ kind: 'text', model: null, sceneNumber: null, projectId: null, title: null, amountUsd: 0.000123 }),
  ]).split('\r\n');
  expect(lines).toEqual([
    '\uFEFFTime (UTC),Project,What,Scene,Model,State,Reserved (USD),Amount (USD),Price list',
    '2026-11-22T13:05:00.000Z,The Glass Lighthouse,Clip,3,Gemini Omni Flash,Charged,0.560000,0.560000,2026-11-20',
    '2026-11-22T13:05:00.000Z,,Text,,"Text, model not recorded",Charged,0.560000,0.000123,2026-11-20',
    '',
  ]);
});

test('a title stays one cell, and no spreadsheet runs it', () => {
  const cellOf = (title: string): string =>
    ledgerCsv([attempt({ title })])
      .split('\r\n')[1]
      ?.split('000Z,')[1] ?? '';
  expect(cellOf('Night, "Ferry"')).toMatch(/^"Night, ""Ferry""",Clip/);
  expect(cellOf('=HYPERLINK("http://x")')).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",Clip/);
  for (const title of ['+1', '-1', '@1']) expect(cellOf(title).startsWith(`'${title},Clip`)).toBe(true);
});
