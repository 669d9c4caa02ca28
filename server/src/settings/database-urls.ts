/** The database by the logins of those who use it. */
export interface DatabaseUrls {
  /** Member of clinic_app: requests, one clinic at a time. */
  app: string
  /** Member of clinic_dispatcher: webhook tables of all clinics, nothing else. */
  dispatcher: string
  /** Member of clinic_reader: reads what an assistant may be shown, one clinic at a time. */
  reader: string
  /** Member of clinic_keeper: ends what is older than the operator keeps it, nothing else. */
  keeper: string
  /** Member of clinic_sealer: reads the audit of all clinics and adds its seals, nothing else. */
  sealer: string
  /** Member of clinic_retention: ends months of the audit that are over long enough, nothing else. */
  retention: string
  /** Of a cell alone. */
  control?: Control | undefined
}

/** Where control is, for the processes of a cell. */
export interface Control {
  /** Member of clinic_app in the database of control, by the same password as here. */
  url: string
  /** What this cell is called. */
  cell: string
}

/** The role, made by the migrations, that each login is a member of. */
export const GROUPS: Readonly<Record<keyof Omit<DatabaseUrls, 'control'>, string>> = {
  app: 'clinic_app',
  dispatcher: 'clinic_dispatcher',
  reader: 'clinic_reader',
  keeper: 'clinic_keeper',
  sealer: 'clinic_sealer',
  retention: 'clinic_retention',
}

/** Of a process that uses none. */
export const NO_LOGINS: DatabaseUrls = { app: '', dispatcher: '', reader: '', keeper: '', sealer: '', retention: '' }
