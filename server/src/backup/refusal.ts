/** A backup or a restore that cannot be made: the program stops with this one line. */
export class BackupRefusal extends Error {}
