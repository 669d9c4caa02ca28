/** In this order: most name others besides themselves. */
const FAMILIES = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

export type BrowserFamily = (typeof FAMILIES)[number][1] | 'another browser'

/** What a browser is, whatever its version: a new one makes no other device of it. */
export const browserFamily = (userAgent: string | undefined): BrowserFamily =>
  FAMILIES.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? 'another browser'
