import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** One accent; everything else is quiet. Every pair of text and ground has a contrast of 4.5:1 or more (WCAG 1.4.3). */
const sea: MantineColorsTuple = [
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
]
const dark: MantineColorsTuple = [
  '#e6ecea',
  '#c3cecb',
  '#98a7a3',
  '#7b8c87',
  '#46544f',
  '#33403c',
  '#26312e',
  '#1a2320',
  '#131a18',
  '#0c1110',
]
const gray: MantineColorsTuple = [
  '#f6f9f8',
  '#eef3f1',
  '#e3eae7',
  '#d3dcd8',
  '#b7c3be',
  '#84928d',
  '#5f6d68',
  '#4a5753',
  '#2f3a36',
  '#18211e',
]

const FONTS = "'IBM Plex Sans Arabic', 'Segoe UI', Tahoma, system-ui, sans-serif"

export const theme = createTheme({
  colors: { sea, dark, gray },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: '#ffffff',
  black: '#18211e',
  fontFamily: FONTS,
  fontFamilyMonospace: "'IBM Plex Mono', ui-monospace, 'Cascadia Mono', 'Segoe UI Mono', Menlo, monospace",
  headings: { fontFamily: FONTS, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Mantine judges the text on a filled ground by the light scheme's shade in both schemes.
  variantColorResolver: wish => ({
    ...defaultVariantColorsResolver(wish),
    ...(wish.variant === 'filled' && wish.color === 'sea' && { color: 'var(--mantine-primary-color-contrast)' }),
  }),
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    TagsInput: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true, padding: 'xl', transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { position: 'right', padding: 'xl', size: 'lg', transitionProps: { duration: 120 } } },
  },
})

/** What Mantine's own defaults leave too pale, and the tokens that the console's style sheet speaks of. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#55625d',
    '--mantine-color-placeholder': '#66736e',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#84928d',
    '--ground': '#f4f7f6',
    '--line': '#dfe7e4',
    '--card': '#ffffff',
    '--accent': '#0f665d',
    '--accent-soft': '#e7f3f0',
    '--accent-ink': '#0b524b',
    '--warn-soft': '#fdf3dc',
    '--warn-ink': '#6b4700',
    '--danger': '#b42318',
    '--danger-soft': '#fdecea',
    '--shade': '0 1px 2px rgb(16 40 34 / 6%), 0 8px 24px rgb(16 40 34 / 5%)',
  },
  dark: {
    '--mantine-color-body': '#131a18',
    '--mantine-color-dimmed': '#a3b1ad',
    '--mantine-color-placeholder': '#93a29d',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-default-border': '#6f807b',
    '--ground': '#0e1412',
    '--line': '#26312e',
    '--card': '#161e1c',
    '--accent': '#82c2b7',
    '--accent-soft': '#17302b',
    '--accent-ink': '#aed8d0',
    '--warn-soft': '#382c10',
    '--warn-ink': '#f5d48a',
    '--danger': '#ff9d94',
    '--danger-soft': '#3a1c19',
    '--shade': 'none',
  },
})
