import { DARK, FONT, LIGHT, MONOSPACE, RADIUS, WEIGHTS } from '@clinic/contract/brand.ts'

/** The font's files by what they hold, so that a page fetches only the scripts that it shows. */
const SCRIPTS = {
  arabic: 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+2010-2011,U+204F,U+FB50-FDFF,U+FE70-FEFC',
  'latin-ext': 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1EFF,U+20A0-20CF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212',
} as const

const fontFile = (script: string, weight: number): string => `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`

const weights = Object.values(WEIGHTS)

/** As the font's package names them. */
export const FONT_FILES: readonly string[] = Object.keys(SCRIPTS).flatMap(script =>
  weights.map(weight => fontFile(script, weight)),
)

/** The files that a page in the language is sure to need, for it to ask for before it knows. */
export const fontsOf = (language: 'en' | 'ar'): string[] =>
  weights.map(weight => `/brand/${fontFile(language === 'ar' ? 'arabic' : 'latin', weight)}`)

const face = (script: string, range: string, weight: number): string =>
  `@font-face{font-family:'IBM Plex Sans Arabic';font-weight:${weight};font-display:swap;src:url(/brand/${fontFile(script, weight)}) format('woff2');unicode-range:${range}}`

const FACES = Object.entries(SCRIPTS).flatMap(([script, range]) => weights.map(weight => face(script, range, weight)))

/** `accentSoft` is `--accent-soft`. */
const declared = (tokens: object): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';')

const SHAPES = {
  font: FONT,
  monospace: MONOSPACE,
  radius: RADIUS.control,
  radiusPanel: RADIUS.panel,
  radiusCard: RADIUS.card,
}

/** The product's colours, shapes and font, for style sheets to speak of by name: light or dark, as the device is. */
export const BRAND_STYLE = `${FACES.join('\n')}
:root{color-scheme:light dark;${declared({ ...SHAPES, ...LIGHT })}}
@media (prefers-color-scheme:dark){:root{${declared(DARK)}}}
`
