/** What an authenticator app reads from the picture: whose code it is, and the key it is made from. */
export function otpauthUri({
  issuer,
  account,
  secret,
}: Record<'issuer' | 'account' | 'secret', string>): string {
  const [who, where] = [account, issuer].map(encodeURIComponent)
  return `otpauth://totp/${where}:${who}?secret=${secret}&issuer=${where}`
}
