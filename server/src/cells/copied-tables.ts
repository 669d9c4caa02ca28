/** A table whose rows are copied to another database. */
export interface CopiedTable {
  /** Those that are copied; all of them unless told. */
  columns?: readonly string[]
  /** What stands in the copy in columns that are not copied and may not be empty, as SQL. */
  instead?: Readonly<Record<string, string>>
}

type CopiedTables = Readonly<Record<string, CopiedTable>>

/**
 * What cells need to know of plugins and people, and never write: from control to each of them. Passwords, second factors,
 * sessions and the tokens of assistants stay where control is, which every request asks.
 */
export const FROM_CONTROL: CopiedTables = {
  cell: {},
  publisher: {},
  plugin: {},
  plugin_version: {},
  plugin_stop: {},
  install_link: {},
  install_link_clinic: {},
  staff_user: {
    columns: [
      ...['id', 'email', 'name', 'name_ar', 'active', 'created_at', 'updated_at'],
      ...['language', 'density', 'digits', 'shortcuts', 'totp_enrolled_at'],
    ],
    instead: { password_hash: "'$argon2id$'" },
  },
  membership: {},
  invitation: {},
  oauth_client: {},
  oauth_grant: {},
  ended_connection: {},
  cell_news: {},
}

/** What an earlier release copied to cells: no copy of it stays there. */
export const NO_LONGER_COPIED: readonly string[] = ['staff_session', 'oauth_token']

/** Which clinics there are, what in them a person’s sight rests on, and which tokens lead to them: from each cell to control. */
export const TO_CONTROL: CopiedTables = {
  clinic: {},
  practitioner: {},
  practitioner_branch: {},
  plugin_token: { columns: ['company_id', 'id', 'installation_id', 'token_hash', 'hint', 'created_at'] },
}
