/** One address for each host of `postgres://user:password@a:5432,b:5433/database`, in their order. */
export function addressesOf(databaseUrl: string): string[] {
  const parts = /^(?<before>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/s.exec(databaseUrl)?.groups
  if (parts === undefined) return [databaseUrl]
  const { before = '', hosts = '', after = '' } = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

export function isDatabaseUrl(text: string): boolean {
  return addressesOf(text).every(
    (address) => URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol),
  )
}
