/** Every time zone, as a list to choose from. */
export function zoneOptions() {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
