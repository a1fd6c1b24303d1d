/** Where clients keep their settings, if their variables say so. */
import type { Io } from '../command.js';

/** An empty variable says nothing. */
export const nonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

export const claudeDir = ({ env }: Pick<Io, 'env'>): string | undefined => nonEmpty(env['CLAUDE_CONFIG_DIR']);
