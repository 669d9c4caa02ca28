const settings = process.env.BENCH_AGAINST?.split(' ')

/** `BENCH_AGAINST='NAME=value NAME=value'`: the product is compared with itself under these settings. */
export const AGAINST: Record<string, string> | undefined =
  settings && Object.fromEntries(settings.map(setting => setting.split('=', 2)))
