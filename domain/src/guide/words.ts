/** One word, number, amount, or address of a sentence. */
export type Word = {
  /** As typed. */
  raw: string
  /** In lower case, without `’s`. */
  text: string
  kind: 'word' | 'number' | 'money' | 'email' | 'time' | 'date' | 'order'
  /** Of a number; cents of an amount. */
  value: number
}

const SPELLED = [
  ['e-?mail', 'email'],
  ['re-?send', 'resend'],
  ['re-?order', 'reorder'],
  ['top up', 'topup'],
  ['cheque', 'check'],
  ['thank-you', 'thank you'],
] as const

const PARTS = new RegExp(
  [
    String.raw`(?<email>[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<time>\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b)`,
    String.raw`(?<date>\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b)`,
    String.raw`#\s?(?<order>\d{1,12})\b`,
    String.raw`\$\s?(?<money>\d+(?:,\d{3})*(?:\.\d{1,2})?)`,
    String.raw`(?<behind>\d+(?:,\d{3})*(?:\.\d{1,2})?)\s?\$(?!\s?\d)`,
    String.raw`(?<ordinal>\b\d{1,2})(?:st|nd|rd|th)\b`,
    String.raw`(?<number>\b\d+(?:,\d{3})*(?:\.\d{1,2})?)`,
    String.raw`(?<word>[\p{L}][\p{L}\p{M}’']*)`,
  ].join('|'),
  'giu',
)

/** The guide doesn’t understand longer sentences. */
const MAX_WORDS = 120

/** Splits a sentence. Numbers in words become numbers: “twenty-five dollars” is the amount $25. */
export function wordsOf(sentence: string): Word[] {
  let plain = sentence.normalize('NFC').replaceAll('‘', "'").replaceAll('’', "'")
  for (const [from, to] of SPELLED)
    plain = plain.replaceAll(new RegExp(`\\b${from}(?=\\b|s\\b|ed\\b)`, 'gi'), to)
  const words: Word[] = []
  for (const { groups = {}, 0: raw } of plain.matchAll(PARTS)) {
    if (words.length === MAX_WORDS) break
    words.push(wordOf(groups, raw))
  }
  return withAmounts(withNumbers(words))
}

function wordOf(groups: Record<string, string | undefined>, raw: string): Word {
  const { email, time, date, order, number, ordinal, word } = groups
  const money = groups.money ?? groups.behind
  const text = raw.toLowerCase()
  if (email !== undefined) return { raw, text, kind: 'email', value: 0 }
  if (time !== undefined) return { raw, text, kind: 'time', value: 0 }
  if (date !== undefined) return { raw, text, kind: 'date', value: 0 }
  if (order !== undefined) return { raw, text: order, kind: 'order', value: Number(order) }
  if (money !== undefined) return { raw, text, kind: 'money', value: centsOf(money) }
  if (ordinal !== undefined) return { raw, text: `${ordinal}th`, kind: 'word', value: Number(ordinal) }
  if (number !== undefined) {
    return {
      raw,
      text: number.replaceAll(',', ''),
      kind: 'number',
      value: Number(number.replaceAll(',', '')),
    }
  }
  return {
    raw: word ?? raw,
    text: text.replace(/'(s|re|m|ve|d|ll)?$/, '').replaceAll("'", ''),
    kind: 'word',
    value: 0,
  }
}

function centsOf(typed: string): number {
  return Math.round(Number(typed.replaceAll(',', '')) * 100)
}

const UNITS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const TIMES: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1_000 }

function spelledNumber(text: string): number | undefined {
  const unit = UNITS.indexOf(text)
  if (unit > 0) return unit
  const ten = TENS.indexOf(text)
  return ten > 1 ? ten * 10 : undefined
}

/** “two hundred and ten”, “a dozen”. A lone “one” is a word: “a new one”. */
function withNumbers(words: readonly Word[]): Word[] {
  const found: Word[] = []
  for (let at = 0; at < words.length; ) {
    const start = at
    let sum = 0
    let last: number | undefined
    for (; at < words.length; at += 1) {
      const { text, kind } = words[at]!
      const isJoined = text === 'and' && sum >= 100 && spelledNumber(words[at + 1]?.text ?? '') !== undefined
      if (isJoined) continue
      if (kind === 'number' && TIMES[words[at + 1]?.text ?? ''] === undefined) break
      const times = TIMES[text]
      const one = kind === 'number' ? words[at]!.value : spelledNumber(text)
      if (times !== undefined) sum = (sum || 1) * times
      else if (one !== undefined && (last === undefined || last > one)) sum += one
      else break
      last = times ?? one
    }
    const isLoneOne = at === start + 1 && words[start]!.text === 'one'
    if (at === start || isLoneOne) {
      found.push(words[start]!)
      at = start + 1
    } else {
      const raw = words.slice(start, at).map((word) => word.raw)
      found.push({ raw: raw.join(' '), text: String(sum), kind: 'number', value: sum })
    }
  }
  return found
}

const CURRENCY = new Set(['dollar', 'dollars', 'buck', 'bucks', 'usd'])
const EACH = new Set(['each', 'apiece'])

/** “25 dollars”, “12.50 each”. */
function withAmounts(words: readonly Word[]): Word[] {
  return words.flatMap((word, at) => {
    const after = words[at + 1]?.text ?? ''
    const isAmount = word.kind === 'number' && (CURRENCY.has(after) || EACH.has(after))
    if (isAmount) return [{ ...word, kind: 'money' as const, value: Math.round(word.value * 100) }]
    const isCurrency = CURRENCY.has(word.text) && words[at - 1]?.kind === 'number'
    return isCurrency ? [] : [word]
  })
}
