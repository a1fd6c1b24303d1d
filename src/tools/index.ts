/** All tools, in the order clients list them. */
import { totCommit } from './tot-commit.tool.js';
import { totEnd } from './tot-end.tool.js';
import { totPropose } from './tot-propose.tool.js';
import { totReclassify } from './tot-reclassify.tool.js';
import { totStart } from './tot-start.tool.js';
import { totStatus } from './tot-status.tool.js';
import type { Tool } from './tool.js';

export const tools: readonly Tool[] = [
  totStart,
  totPropose,
  totCommit,
  totReclassify,
  totEnd,
  totStatus,
] as readonly unknown[] as Tool[];
