/**
 * Looks which test notices a small break of the code. `npm run campaign:mutants` breaks the charts and the rules; words after
 * it choose files among those. With `-- --in <folder or file> …` it breaks what is there instead, below src/store,
 * src/session, src/engine or src/views. What was found is kept: cut short, it goes on where it was. More in
 * scripts/mutants/folders-campaign.ts.
 */
import { parseArgs } from 'node:util';
import { foldersCampaign } from './mutants/folders-campaign.js';
import { rulesCampaign } from './mutants/rules-campaign.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    in: { type: 'boolean', default: false },
    /** Every so many: a part of them, and the same part each time. */
    every: { type: 'string', default: '1' },
    /** Asks survivors again, with tests of this many milliseconds for each. */
    again: { type: 'string' },
    /** Only tests of the folder itself: quick, and what is left can be asked again without it. */
    near: { type: 'boolean', default: false },
    /** No end-to-end tests. */
    units: { type: 'boolean', default: false },
  },
});
const survived = values.in
  ? await foldersCampaign(positionals, {
      ...{
        every: Number(values.every),
        againMs: Number(values.again ?? 0),
        isNear: values.near,
        isUnits: values.units,
      },
    })
  : await rulesCampaign(positionals);
process.exitCode = survived > 0 ? 1 : 0;
