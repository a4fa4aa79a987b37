/** A backup can't be taken or restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** There's no file at an address. */
export class NoSuchBackup extends BackupRefused {}
