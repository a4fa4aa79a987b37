/** Whether the address is that of the way back from another service's sign-in, done or refused. */
export function isBackFromService(search: string): boolean {
  const parameters = new URLSearchParams(search)
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'))
}
