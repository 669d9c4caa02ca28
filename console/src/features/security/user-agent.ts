/** In this order: most name others besides themselves. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

/** What a person would call the browser; only to tell the own sessions apart. */
export function browserOf(userAgent: string | null): { browser: string; system: string } | undefined {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  return browser && system ? { browser, system } : undefined
}
