/**
 * The event types that a webhook template comes to: a type as it is, a family such as `appointment.*` as those of it that
 * were granted. Each once, in the order of the template.
 */
export function templateEvents(template: readonly string[], granted: readonly string[]): string[] {
  const types = template.flatMap(event =>
    event.endsWith('.*') ? granted.filter(type => type.startsWith(event.slice(0, -1))) : [event],
  )
  return [...new Set(types)]
}
