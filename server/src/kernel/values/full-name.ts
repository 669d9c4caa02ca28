/** What a person is called; nothing where there is no first name. */
export const fullName = <First extends string | null>({
  first_name,
  last_name,
}: {
  first_name: First
  last_name: string | null
}): First | string => (last_name === null ? first_name : `${first_name} ${last_name}`)
