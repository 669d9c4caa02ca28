import { DARK, FILL_SHADE, FONT, LIGHT, MONOSPACE, RADIUS, SEA, WEIGHTS } from '@clinic/contract/brand.ts'
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const dark: MantineColorsTuple = [
  DARK.ink,
  '#c3cecb',
  '#98a7a3',
  '#7b8c87',
  '#46544f',
  '#33403c',
  DARK.line,
  '#1a2320',
  '#131a18',
  DARK.onFill,
]
const red: MantineColorsTuple = [
  LIGHT.dangerSoft,
  '#fbd5d1',
  '#f5a9a2',
  '#ee7d73',
  '#e8685c',
  '#cf3a2d',
  '#c02b1f',
  LIGHT.danger,
  '#8f1c13',
  '#6b140e',
]
const gray: MantineColorsTuple = [
  '#f6f9f8',
  '#eef3f1',
  '#e3eae7',
  '#d3dcd8',
  '#b7c3be',
  LIGHT.edge,
  '#5f6d68',
  '#4a5753',
  '#2f3a36',
  LIGHT.ink,
]

/** The product's look as the components take it; its colours, font and shapes are declared in the contract. */
export const theme = createTheme({
  colors: { sea: SEA, red, dark, gray },
  primaryColor: 'sea',
  primaryShade: FILL_SHADE,
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: LIGHT.paper,
  black: LIGHT.ink,
  fontFamily: FONT,
  fontFamilyMonospace: MONOSPACE,
  headings: { fontFamily: FONT, fontWeight: String(WEIGHTS.strong) },
  defaultRadius: 'md',
  radius: { md: RADIUS.control, lg: RADIUS.card },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Mantine judges the text on a filled ground by the light scheme's shade in both schemes.
  variantColorResolver: wish => ({
    ...defaultVariantColorsResolver(wish),
    ...(wish.variant === 'filled' && { color: 'var(--mantine-primary-color-contrast)' }),
  }),
  components: {
    // A menu holds choices and nothing else: the first of them takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    TagsInput: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'xl', transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { position: 'right', padding: 'xl', size: 'lg', transitionProps: { duration: 120 } } },
  },
})

/** What Mantine's own defaults leave too pale, in the tokens of `/brand/brand.css`, which know light from dark. */
const own = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-red-light': 'var(--danger-soft)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-sea-light': 'var(--accent-soft)',
  '--mantine-color-sea-light-color': 'var(--accent-ink)',
}
/** A tinted ground under the pointer: the same, a little nearer to its text. */
const hover = (color: string, amount: string) => `color-mix(in srgb, ${color}, currentcolor ${amount})`

export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    ...own,
    '--mantine-color-red-light-hover': hover('var(--danger-soft)', '10%'),
    '--mantine-color-sea-light-hover': hover('var(--accent-soft)', '8%'),
  }
  // Under the pointer a light ground becomes lighter: its text is dark.
  return { variables: {}, light: both, dark: { ...both, '--mantine-color-sea-filled-hover': SEA[3] } }
}
