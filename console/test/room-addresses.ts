/** A task of the team, and a new one. */
export const taskAddresses = (id: string) => [`?tab=team&open=${id}`, '?book=desk%3Dtask']

/** Where a time of the first column is blocked, in an hour. */
export const blockAddress = () => `?open=block+0+${new Date(Date.now() + 3_600_000).toISOString()}`

/** Where a free time of a doctor is filled, nine days from now. */
export function fillAddress({ id: doctorId }: { id: string }): string {
  const [start = '', end = ''] = [0, 30].map(minutes =>
    new Date(Date.now() + (9 * 1_440 + minutes) * 60_000).toISOString(),
  )
  return `?book=${encodeURIComponent(String(new URLSearchParams({ desk: 'waiting', start, end, doctorId })))}`
}
