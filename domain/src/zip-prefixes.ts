import type { StateCode } from './us-states.ts'

/**
 * The first three digits of ZIP codes, by place. A prefix can belong to two places: 969 is Guam and the
 * Northern Marianas, 967 Hawaii and American Samoa, 063 includes one island of New York.
 */
const PREFIXES: Readonly<Record<StateCode, string>> = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '206-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884',
  NY: '005 063 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831 834',
  AS: '967',
  GU: '969',
  MP: '969',
  PR: '006-007 009',
  VI: '008',
  AA: '340',
  AE: '090-098',
  AP: '962-966',
}

const STATES_BY_PREFIX = readPrefixes()

/**
 * The places of a ZIP code, by its first three digits; none if the prefix isn't in use.
 *
 * @param zip five digits, or nine with a hyphen
 */
export function statesOfZip(zip: string): readonly StateCode[] {
  return STATES_BY_PREFIX.get(zip.slice(0, 3)) ?? []
}

function readPrefixes(): ReadonlyMap<string, readonly StateCode[]> {
  const states = new Map<string, StateCode[]>()
  for (const [code, ranges] of Object.entries(PREFIXES) as [StateCode, string][]) {
    for (const range of ranges.split(' ')) {
      const [first = '', last = first] = range.split('-')
      for (let prefix = Number(first); prefix <= Number(last); prefix += 1) {
        const key = String(prefix).padStart(3, '0')
        states.set(key, [...(states.get(key) ?? []), code])
      }
    }
  }
  return states
}
