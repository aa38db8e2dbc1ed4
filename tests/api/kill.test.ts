/** Servers that are killed while they generate: nothing is lost, and nothing is paid for twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import { killAgainAndAgain, requireNothingPaidTwice } from '#tests/helpers/kill/kill-again.ts';
import { openStage, type Stage } from '#tests/helpers/kill/stage.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** In all; `npm run test:long` asks for 1,000. */
const KILLS = Number(process.env['TEST_KILLS'] ?? 16);
/** Two seconds on a quiet machine. A life is measured by what a start takes, so a busy one needs a multiple. */
const MS_A_KILL = 20_000;

let bundle: ServerBundle;
let stage: Stage;

beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** Of servers whose scenes are asked for one by one, and then extended; `npm run test:long` asks for 300. */
const KILLS_ONE_BY_ONE = Number(process.env['TEST_KILLS_ONE_BY_ONE'] ?? 6);

describe(`with seed ${SEED}`, () => {
  const part = Math.ceil(KILLS / 2);

  test(`a server that is killed ${part} times`, { timeout: part * MS_A_KILL }, async () => {
    const killing = { kills: part, processes: 1, script: bundle.server, random: randomFrom(SEED) };
    const scenes = await killAgainAndAgain(stage, killing);
    const { complete } = await requireNothingPaidTwice(stage, scenes);
    expect(complete).toBeGreaterThan(part / 4);
  });

  test(`two servers on one database, killed ${KILLS - part} times`, { timeout: part * MS_A_KILL }, async () => {
    const killing = { kills: KILLS - part, processes: 2, script: bundle.server, random: randomFrom(SEED + 1) };
    const scenes = await killAgainAndAgain(stage, killing);
    const { complete } = await requireNothingPaidTwice(stage, scenes);
    expect(complete).toBeGreaterThan(part / 4);
  });

  test(
    `scenes asked for and extended one by one, and servers killed ${KILLS_ONE_BY_ONE} times`,
    { timeout: KILLS_ONE_BY_ONE * MS_A_KILL },
    async () => {
      const killing = {
        kills: KILLS_ONE_BY_ONE,
        processes: 2,
        script: bundle.server,
        random: randomFrom(SEED + 2),
        isOneByOne: true,
      };
      const scenes = await killAgainAndAgain(stage, killing);
      const { complete } = await requireNothingPaidTwice(stage, scenes);
      expect(complete).toBeGreaterThan(KILLS_ONE_BY_ONE / 4);
      const extended = [...scenes.values()].filter(({ isExtension }) => isExtension);
      const lost = [...scenes.values()].filter(({ answerLost }) => answerLost);
      console.info(`${scenes.size} clips, of which ${extended.length} extensions and ${lost.length} lost answers.`);
      expect(extended.length).toBeGreaterThan(0);
    },
  );
});
