/** What a person is in a publisher, the one who may do most first. */
export const PUBLISHER_ROLES = ['OWNER', 'DEVELOPER', 'VIEWER'] as const
export type PublisherRole = (typeof PUBLISHER_ROLES)[number]

/** What a key may be given. */
export const PUBLISHER_RIGHTS = ['read', 'test', 'publish'] as const
export type PublisherRight = (typeof PUBLISHER_RIGHTS)[number]

/** Whether a role is at least another one. */
export const isAtLeast = (role: PublisherRole, wanted: PublisherRole): boolean =>
  PUBLISHER_ROLES.indexOf(role) <= PUBLISHER_ROLES.indexOf(wanted)

/** The rights that a member may give to a key: never what they may not do themselves. */
export const RIGHTS_TO_GIVE: Readonly<Record<PublisherRole, readonly PublisherRight[]>> = {
  OWNER: PUBLISHER_RIGHTS,
  DEVELOPER: ['read', 'test'],
  VIEWER: [],
}
