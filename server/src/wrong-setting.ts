/** A setting that cannot be used: the start stops and says which, and what it expects. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}
