/** 9, 930, 9:30, 09.30, 9:30 pm, ٩:٣٠ م */
const TYPED = /^(\d{1,2})(?:[:.٫]?(\d{2}))?\s*(am|pm|a|p|ص|م)?$/
const ARABIC_ZERO = 0x660

/** A time of the day as people type it, as `09:30`; nothing of what is none. */
export function typedTime(text: string): string | undefined {
  const latin = text.replaceAll(/[٠-٩]/g, digit => String((digit.codePointAt(0) ?? 0) - ARABIC_ZERO))
  const [, hours, minutes = '00', half] = TYPED.exec(latin.trim().toLowerCase()) ?? []
  if (hours === undefined) return undefined
  const isAfternoon = half?.startsWith('p') || half === 'م'
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || (half !== undefined && Number(hours) > 12)) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
