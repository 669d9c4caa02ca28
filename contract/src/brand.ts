/** What the product is called wherever a person reads it. */
export const PRODUCT = { en: 'Clinic Platform', ar: 'منصة العيادات' } as const

/** The one accent, from pale to deep. */
export const SEA = [
  '#eef7f5',
  '#d6ebe7',
  '#aed8d0',
  '#82c2b7',
  '#58aa9d',
  '#379084',
  '#1f7a70',
  '#0f665d',
  '#0b524b',
  '#083f3a',
] as const
/** Which of them is under the one button that matters. */
export const FILL_SHADE = { light: 7, dark: 4 } as const

interface Palette {
  /** What everything stands on, what stands on it, and what is written there. */
  ground: string
  paper: string
  ink: string
  /** Less important text; still 4.5:1 on paper and on the ground. */
  soft: string
  /** Parts one thing from the next; `edge` is the border of what can be used, 3:1 (WCAG 1.4.11). */
  line: string
  edge: string
  /** Links and marks, on paper and on the ground. */
  accent: string
  accentSoft: string
  /** Text on `accentSoft`. */
  accentInk: string
  /** The one button that matters, and its text. */
  fill: string
  onFill: string
  warnSoft: string
  warnInk: string
  warnLine: string
  danger: string
  dangerSoft: string
  shade: string
}

/** Every pair of text and ground has a contrast of 4.5:1 or more (WCAG 1.4.3). */
export const LIGHT: Palette = {
  ground: '#f4f7f6',
  paper: '#ffffff',
  ink: '#18211e',
  soft: '#55625d',
  line: '#dfe7e4',
  edge: '#84928d',
  accent: SEA[7],
  accentSoft: '#e7f3f0',
  accentInk: SEA[8],
  fill: SEA[FILL_SHADE.light],
  onFill: '#ffffff',
  warnSoft: '#fdf3dc',
  warnInk: '#6b4700',
  warnLine: '#eed9a0',
  danger: '#b42318',
  dangerSoft: '#fdecea',
  shade: '0 1px 2px rgb(16 40 34 / 6%), 0 8px 24px rgb(16 40 34 / 5%)',
}

export const DARK: Palette = {
  ground: '#0e1412',
  paper: '#161e1c',
  ink: '#e6ecea',
  soft: '#a3b1ad',
  line: '#26312e',
  edge: '#6f807b',
  accent: SEA[3],
  accentSoft: '#17302b',
  accentInk: SEA[2],
  fill: SEA[FILL_SHADE.dark],
  onFill: '#0c1110',
  warnSoft: '#382c10',
  warnInk: '#f5d48a',
  warnLine: '#5c4a1c',
  danger: '#ff9d94',
  dangerSoft: '#3a1c19',
  shade: 'none',
}

/** Both scripts in one family, with digits of one width; what devices have stands in until it is there. */
export const FONT = "'IBM Plex Sans Arabic', 'Segoe UI', Tahoma, system-ui, sans-serif"
/** The weights that there are of it. */
export const WEIGHTS = { plain: 400, strong: 600 } as const
export const MONOSPACE = "ui-monospace, 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, monospace"

/** Of what can be used, of what holds some words, and of what holds everything. */
export const RADIUS = { control: '8px', panel: '12px', card: '16px' } as const

/** The product's mark, as a picture that needs nothing. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="${SEA[7]}"/><path d="M16 8v16M8 16h16" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/><circle cx="23.2" cy="8.8" r="2.2" fill="${SEA[2]}"/></svg>`
