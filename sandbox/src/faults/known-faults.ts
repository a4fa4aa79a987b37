/** Faults that can be switched on, by system. `ms` is the default delay. */
export const KNOWN_FAULTS = [
  { system: 'converge', fault: 'token_5xx', summary: 'The token request answers 503.' },
  {
    system: 'converge',
    fault: 'token_html',
    summary: 'The token request answers 200 with an HTML error page.',
  },
  { system: 'converge', fault: 'token_expired', summary: 'The payment page is opened and has run out.' },
  { system: 'converge', fault: 'token_used', summary: 'The payment page is opened and says it was used.' },
  { system: 'converge', fault: 'query_5xx', summary: 'The XML endpoint answers 503.' },
  { system: 'converge', fault: 'query_timeout', summary: 'The XML endpoint answers late.', ms: 30_000 },
  {
    system: 'converge',
    fault: 'query_html',
    summary: 'The XML endpoint answers 200 with an HTML error page.',
  },
  {
    system: 'converge',
    fault: 'slow_drip',
    summary: 'The XML endpoint answers one sign at a time.',
    ms: 100,
  },
  { system: 'converge', fault: 'reversal_5xx', summary: 'A void or return answers 503 and is not made.' },
  {
    system: 'converge',
    fault: 'reversal_then_timeout',
    summary: 'A void or return is made, and answered late.',
    ms: 30_000,
  },
  {
    system: 'converge',
    fault: 'return_html',
    summary: 'The payment is taken, but the customer sees an HTML error page instead of the way back.',
  },
  {
    system: 'converge',
    fault: 'late_export',
    summary: 'The Export Script runs after the customer is back, not before.',
    ms: 2_000,
  },
  {
    system: 'converge',
    fault: 'capture_then_timeout',
    summary: 'The payment is taken, but the customer sees a 504 and never returns.',
  },
  {
    system: 'converge',
    fault: 'duplicate_return',
    summary: 'The return address and the Export Script are called once more than they are due.',
  },
  { system: 'converge', fault: 'wrong_amount', summary: 'A query reports an amount one dollar too high.' },
  { system: 'converge', fault: 'declined', summary: 'Every payment is declined.' },
  { system: 'smtp', fault: 'refuse', summary: 'Mail is refused for now with 451, or with the given code.' },
  { system: 'smtp', fault: 'refuse_half', summary: 'Every second mail is refused for now with 451.' },
  { system: 'smtp', fault: 'down', summary: 'The mail server hangs up on every connection.' },
  {
    system: 'smtp',
    fault: 'lost_answer',
    summary: 'Mail is taken, and the mail server hangs up before it says so.',
  },
  { system: 'smtp', fault: 'slow', summary: 'Mail is accepted late.', ms: 5_000 },
  { system: 'ups', fault: 'token_5xx', summary: 'The token request answers 503.' },
  { system: 'ups', fault: 'too_many', summary: 'Any call answers 429, without a word when to come again.' },
  { system: 'ups', fault: 'slow', summary: 'Any call with a token answers late.', ms: 10_000 },
  { system: 'ups', fault: 'rate_5xx', summary: 'Prices answer 503.' },
  { system: 'ups', fault: 'rate_slow', summary: 'Prices come late.', ms: 10_000 },
  { system: 'ups', fault: 'ship_5xx', summary: 'A label is asked for, answered 503, and not made.' },
  { system: 'ups', fault: 'ship_refused', summary: 'A label is refused.' },
  { system: 'ups', fault: 'ship_then_timeout', summary: 'A label is made, and answered late.', ms: 60_000 },
  { system: 'ups', fault: 'ship_html', summary: 'A label is made, and answered by an HTML error page.' },
  { system: 'ups', fault: 'void_5xx', summary: 'Voiding a label answers 503.' },
  { system: 'ups', fault: 'recovery_5xx', summary: 'Looking for a label answers 503.' },
  { system: 'ups', fault: 'recovery_none', summary: 'Looking for a label finds none, though there is one.' },
  { system: 'ups', fault: 'track_5xx', summary: 'Tracking answers 503.' },
  { system: 'usps', fault: 'token_5xx', summary: 'The token request answers 503.' },
  { system: 'usps', fault: 'too_many', summary: 'Any call answers 429 and says to wait 30 seconds.' },
  { system: 'usps', fault: 'slow', summary: 'Any call with a token answers late.', ms: 10_000 },
  { system: 'usps', fault: 'address_5xx', summary: 'An address check answers 503.' },
  { system: 'usps', fault: 'label_5xx', summary: 'A label is asked for, answered 503, and not made.' },
  { system: 'usps', fault: 'label_refused', summary: 'A label is refused.' },
  { system: 'usps', fault: 'label_then_timeout', summary: 'A label is made, and answered late.', ms: 60_000 },
  { system: 'usps', fault: 'label_html', summary: 'A label is made, and answered by an HTML error page.' },
  { system: 'usps', fault: 'void_5xx', summary: 'Voiding a label answers 503.' },
  { system: 'usps', fault: 'track_5xx', summary: 'Tracking answers 503.' },
  { system: 'places', fault: 'slow', summary: 'Suggestions and places come late.', ms: 10_000 },
  { system: 'places', fault: 'too_many', summary: 'Any call answers 429.' },
  { system: 'places', fault: 'down', summary: 'Any call answers 503.' },
  { system: 'places', fault: 'html', summary: 'Any call answers 200 with an HTML error page.' },
  { system: 'places', fault: 'half', summary: 'Any call answers with half of its JSON.' },
  { system: 'places', fault: 'nothing', summary: 'No suggestion is found.' },
  { system: 's3', fault: 'slow', summary: 'Any call is answered late.', ms: 10_000 },
  { system: 's3', fault: 'denied', summary: 'Any call answers 403 AccessDenied.' },
  { system: 's3', fault: 'down', summary: 'Any call answers 503 SlowDown.' },
  { system: 's3', fault: 'bucket_gone', summary: 'Any call answers 404 NoSuchBucket.' },
  {
    system: 's3',
    fault: 'complete_then_timeout',
    summary: 'An upload in parts is completed, and answered late.',
    ms: 60_000,
  },
  { system: 'model', fault: 'too_many', summary: 'Any call answers 429.' },
  { system: 'model', fault: 'down', summary: 'Any call answers 503.' },
  { system: 'model', fault: 'html', summary: 'Any call answers 200 with an HTML error page.' },
  { system: 'model', fault: 'silent', summary: 'Any call is accepted, and answered late.', ms: 120_000 },
  { system: 'model', fault: 'slow_words', summary: 'Each word comes late.', ms: 50 },
  { system: 'model', fault: 'breaks_off', summary: 'The connection ends after a few words.' },
  { system: 'model', fault: 'bad_frames', summary: 'The stream turns into bytes that aren’t its protocol.' },
  { system: 'model', fault: 'bad_arguments', summary: 'Tools are called with half of their JSON.' },
  { system: 'model', fault: 'endless', summary: 'It calls a tool after each result, and never answers.' },
  { system: 'model', fault: 'flood', summary: 'It answers with 10 MB of text.' },
  { system: 'model', fault: 'foreign', summary: 'It calls each tool with the IDs of other people.' },
  {
    system: 'model',
    fault: 'obedient',
    summary: 'It does whatever data tells it: calls unknown tools, and repeats the data in links and markup.',
  },
] as const

type Known = (typeof KNOWN_FAULTS)[number]

export type System = Known['system']
export type FaultName<S extends System = System> = Extract<Known, { system: S }>['fault']

/** An active fault. `times` is how often it still happens; absent means until cleared. */
export type ActiveFault = { system: System; fault: FaultName; times?: number; ms?: number; code?: number }

/** Whether the sandbox simulates a system with this name. */
export function isSystem(name: string): name is System {
  return KNOWN_FAULTS.some(({ system }) => system === name)
}
