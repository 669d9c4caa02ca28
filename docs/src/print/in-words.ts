const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** A span in the two greatest units that it fills: `29 hours 35 minutes`. */
export function spanInWords(seconds: number): string {
  const first = UNITS.findIndex(([size]) => seconds >= size)
  const [[size, unit], next] = [UNITS[first] ?? UNITS[3], UNITS[first + 1]]
  const whole = Math.floor(seconds / size)
  const rest = next ? Math.round((seconds - whole * size) / next[0]) : 0
  return rest > 0 && next ? `${counted(whole, unit)} ${counted(rest, next[1])}` : counted(whole, unit)
}

/** 1048576 is `1 MiB`. */
export function bytesInWords(bytes: number): string {
  const [size, unit] = bytes >= 1024 ** 2 ? [1024 ** 2, 'MiB'] : bytes >= 1024 ? [1024, 'KiB'] : [1, 'bytes']
  return `${bytes / size} ${unit}`
}
