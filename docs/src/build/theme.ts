import { DARK, FONT, LIGHT, MARK, MONOSPACE } from '@clinic/contract/brand.ts'

/** The product's colours by the names that Starlight has for its own. */
const colours = (palette: typeof LIGHT): string =>
  Object.entries({
    accent: palette.fill,
    'accent-low': palette.accentSoft,
    'accent-high': palette.accentInk,
    white: palette.ink,
    'gray-1': palette.ink,
    'gray-2': palette.ink,
    'gray-3': palette.soft,
    'gray-4': palette.soft,
    'gray-5': palette.edge,
    'gray-6': palette.line,
    'gray-7': palette.ground,
    black: palette.paper,
    text: palette.ink,
    'text-accent': palette.accent,
    'text-invert': palette.onFill,
    bg: palette.paper,
    'bg-nav': palette.ground,
    'bg-sidebar': palette.ground,
    'bg-inline-code': palette.accentSoft,
    'bg-accent': palette.fill,
    hairline: palette.line,
    'hairline-light': palette.line,
    'hairline-shade': palette.line,
  })
    .map(([name, value]) => `--sl-color-${name}:${value}`)
    .join(';')

/** The look of the pages is the product's. */
export const THEME = `:root{${colours(DARK)};--sl-font:${FONT};--sl-font-mono:${MONOSPACE}}
:root[data-theme='light']{${colours(LIGHT)}}
`

export const FAVICON = MARK
