/** The colours and type of the charts' pictures, light and dark. A page may set any `--chart-*` variable itself. */
import { palette } from '../src/views/palette.js';
import { rowMeasures } from './chart-rows.js';

const themes = {
  light: {
    paper: '#ffffff',
    grain: '#dfe3ea',
    ink: '#151b26',
    event: '#465163',
    faint: '#667182',
    line: '#aab3c0',
    frame: '#7b8595',
    shade: '#3d4757',
    cross: '#c2271f',
    taken: '#2f5fe0',
    now: '#a86400',
  },
  dark: {
    paper: '#12161d',
    grain: '#242b37',
    ink: '#e6eaf1',
    event: '#b3bccb',
    faint: '#8a95a8',
    line: '#566278',
    frame: '#8b95a5',
    shade: '#323b4a',
    cross: '#ff7b76',
    taken: '#7aa2ff',
    now: '#f2b84b',
  },
};

const quiet = '#8b95a5';

/** States of charts other than a node's. */
const otherStates: Readonly<Record<string, string>> = {
  investigating: '#7aa2ff',
  open: '#7aa2ff',
  complete: palette.VALID.hex,
};

const nodeStates: Readonly<Record<string, { hex: string } | undefined>> = palette;
const colourOf = (key: string): string => nodeStates[key]?.hex ?? otherStates[key] ?? quiet;

const variables = (theme: Readonly<Record<string, string>>): string =>
  Object.entries(theme)
    .map(([name, colour]) => `--chart-${name}:${colour}`)
    .join(';');

/** Full strength mixes with the paper for the fill and with the shade for the border, so one hue serves both themes. */
export function styleOf(keys: readonly string[]): string {
  const { event, refusal } = rowMeasures;
  const states = [...new Set(keys)].map((key) => `.proctor-chart [data-key="${key}"]{--state:${colourOf(key)}}`);
  return `.proctor-chart{${variables(themes.light)}}
@media (prefers-color-scheme:dark){.proctor-chart:not([data-theme=light] *){${variables(themes.dark)}}}
[data-theme=dark] .proctor-chart{${variables(themes.dark)}}
${states.join('\n')}
.proctor-chart .paper{fill:var(--chart-paper)}
.proctor-chart .grain{fill:var(--chart-grain)}
.proctor-chart text{font:500 ${event.size}px "JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--chart-event)}
.proctor-chart .action,.proctor-chart .refusal{font-size:${refusal.size}px;fill:var(--chart-faint)}
.proctor-chart .refusal .mark{fill:var(--chart-cross)}
.proctor-chart .event .mark{fill:var(--chart-faint)}
.proctor-chart .title{font:650 12px Inter,system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--chart-ink);text-anchor:middle}
.proctor-chart .shape{fill:color-mix(in srgb,var(--state) 18%,var(--chart-paper));stroke:color-mix(in srgb,var(--state) 70%,var(--chart-shade));stroke-width:1.3}
.proctor-chart .inner,.proctor-chart .rule{fill:none;stroke:color-mix(in srgb,var(--state) 70%,var(--chart-shade));stroke-width:1.1}
.proctor-chart .rule{opacity:.5}
.proctor-chart .frame>.shape{fill:none;stroke:var(--chart-frame);stroke-dasharray:5 4}
.proctor-chart .frame>.title{fill:var(--chart-faint);text-anchor:start}
.proctor-chart .way{fill:none;stroke:var(--chart-line);stroke-width:1.3}
.proctor-chart .edge.two-way .way{stroke:none}
.proctor-chart .head{fill:var(--chart-line)}
.proctor-chart .start circle,.proctor-chart .start .head{fill:var(--chart-frame)}
.proctor-chart .start .way{stroke:var(--chart-frame)}
.proctor-chart .state.is-current>.shape{fill:color-mix(in srgb,var(--state) 85%,var(--chart-paper));stroke:var(--chart-now);stroke-width:3}
.proctor-chart .state.is-current>.title,.proctor-chart .state.is-current text{fill:#0b1018}
.proctor-chart .frame.is-current>.shape{fill:color-mix(in srgb,var(--chart-now) 8%,transparent)}
.proctor-chart .frame.is-current>.title{fill:var(--chart-ink)}
.proctor-chart .edge.is-taken .way{stroke:var(--chart-taken);stroke-width:2.1}
.proctor-chart .edge.is-allowed .way{stroke:var(--chart-now);stroke-width:1.8;stroke-dasharray:5 4}
.proctor-chart .edge.is-refused .way{stroke:var(--chart-cross);stroke-dasharray:2 4}
.proctor-chart .is-taken .head,.proctor-chart .is-taken .event{fill:var(--chart-taken)}
.proctor-chart .is-allowed .head,.proctor-chart .is-allowed .event{fill:var(--chart-now)}
.proctor-chart .is-refused .head,.proctor-chart .is-refused .event,.proctor-chart .is-refused .refusal{fill:var(--chart-cross)}`;
}
