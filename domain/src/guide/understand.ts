import { isOneTypo } from '../one-typo.ts'
import { type Slots, slotsOf } from './slots.ts'
import { COMMON_WORDS } from './vocabulary.ts'
import { type Word, wordsOf } from './words.ts'

/** What a customer can ask the guide. `none` is everything else. */
export const INTENTS = [
  'plan_order',
  'order_status',
  'why_held',
  'find_person',
  'resend_card',
  'list_orders',
  'unpaid',
  'undelivered',
  'explain_status',
  'pay_by_check',
  'pay_by_bank',
  'pay_methods',
  'fees',
  'limits',
  'delivery_times',
  'card_types',
  'budgets',
  'approvals',
  'draft_message',
  'find_list',
  'cart',
  'reorder',
  'cancel_order',
  'documents',
  'balance',
  'upload_list',
  'refunds',
  'contact',
  'about_guide',
  'small_talk',
  'none',
] as const
export type Intent = (typeof INTENTS)[number]

/** `reason` says why a sentence is refused: it asks for a secret, or gives commands to a program. */
export type Understood = { intent: Intent; slots: Slots; reason?: 'secret' | 'command' }

/**
 * Patterns: every group, separated by spaces, has to be in the sentence; `a|b` are alternatives, `a*` is the beginning
 * of a word, and `^a` the sentence’s first word. `@` names a slot. The pattern with the highest weight counts, and each
 * group adds to it. A group that starts with `!` must not be there.
 */
const PATTERNS: Readonly<Partial<Record<Intent, readonly string[]>>> = {
  plan_order: [
    '@count @cents card*|people|ppl|order*|email*|mail*|send|give|winner*|x|employee*|volunteer*|team|apiece|each|worth|value|reward*',
    '@count order|buy|send|need|want|get|set|place|prepare|create|make|draft|start|quote|price|cost|like|email|mail card*|people|ppl|coworker*|winner*|employee* !arrive|arrived',
    '@count card*|gift* bulk|digital|direct|mail*|email*',
    '@cents every*|list|people each|everyone|email*|mail*|list',
    '@list card*|gift*|reward* send|want|order|email|mail|@cents',
    '@list start|place|create|new|prepare order',
    '@count people|employee*|coworker* reward*|card*|gift*',
    '@cents card*|gift* want|order|send|buy|need every*|all|employee*|team|staff',
  ],
  order_status: [
    '@order where|status|track*|update|arrive*|ship*|happening|approved|look|coming|going|when|out|gone|has|is !invoice|receipt|refund*|cancel*',
    'where|track*|status|update|happening|whats|when order|orders|package|shipment|parcel|stuff !why !mean* !who|approv*',
    'when|where|out order|orders|cards ship*|arrive*|here|my|out|coming|come !how|digital|direct|bulk|mailed',
    'order|ordered where|when my cards|order',
    '^order|^orders @order !again|cancel*|invoice|receipt|refund*|hold|copy|repeat',
    'did|have cards order out|ship*|left',
    'shipped|arrived|delivered yet order|cards',
  ],
  why_held: [
    'why|reason|how|what|whats|come hold|held|holding|stuck|rejected|declined|blocked|paused order|it|my|@order|@order',
    'why order|it|@order hold|held|stuck|rejected|declined|review|approved|pending|waiting|delayed|late|shipped',
    'why|come|whats|what order|@order wrong|still|hasnt|not|stuck|taking review|order|@order|approved',
    'wrong|problem|issue order @order',
  ],
  find_person: [
    '@person card|cards|email|letter|gift|hers|his|reward where|did|has|find|status|get|got|received|receive|opened|claimed|never|cant|look|says',
    '@person find|look',
    '@person did|has|says|say get|got|receive*|claim*|open*|card|email|no|not',
    '@person where|status|track*',
  ],
  resend_card: [
    'resend|resent card*|email*|letter*|it|them|@person|bounced|claim',
    'send|sent|email again|another|more|time card*|it|email*|@person|letter*|link',
    '@person lost|deleted|needs|need email|card|link|letter again|lost|deleted|resend',
    'lost|deleted email|card|link|letter resend|again|new',
  ],
  list_orders: [
    'show|list|see|which|what|view|find|all orders|ordered|purchases !mean* !unpaid|due|owe !approv* !lists',
    'show|list|see|recent|past|previous|pending|open|earlier|history|all|completed orders|order !hold !approv* !again|reorder|repeat|same !unpaid',
    'how many orders|ordered',
    'what|everything ordered recently|year|month|so|ordered|far',
  ],
  unpaid: [
    'owe|unpaid|outstanding',
    'how|what|whats|much|have|any|still due|payable',
    'still|anything|have|left pay|paid to|for',
    'open invoices|invoice',
    'get|got|receive*|arrive* our|my check|transfer|payment|wire',
  ],
  undelivered: [
    'bounce*|undelivered|undeliverable|returned !resend',
    'what|anything|needs|need attention',
    'werent|not|fail*|problem*|undelivered|issues deliver* !long|how|days',
    'came|come back card*|letter*|ones|which|email*|mail',
    'all cards deliver* fail*|were|any',
  ],
  explain_status: [
    'what|mean*|explain|difference|whats|definition review|pending|approved|shipped|rejected|transit|status|statuses|fulfilled|awaiting|returned|bounced|claimed|queued|declined mean*|explain|difference|next|statuses|happens',
    'mean*|meaning|explain status|statuses|approval|review|payment|approved|rejected|shipped|transit',
  ],
  pay_by_check: [
    'check*|checks pay*|mail|send|make|accept|take|paper|where|address|adress|who|with|for !our|get|got',
    'check*|checks how|can|do|payable',
    'remittance slip|what|is|how',
    'where|address mail|send payment',
  ],
  pay_by_bank: [
    'wire|wires|wired|ach transfer*|money|pay*|take|accept|number|can|how|long|details|do',
    'bank transfer*|pay*|account|debit|details',
    'account|routing number wire|bank|transfer|your|pay*',
  ],
  pay_methods: [
    'how|can|ways|what|which pay|payment|payments !check|wire|ach|bank|transfer|much|due|still|owe !order|list|front',
    'payment method*|option*|work|types|ways',
    'credit|debit|amex|mastercard|paypal|visa pay*|take|accept|use !or|are',
    'credit card pay*|accept|take|use|can',
    'invoice|invoiced|terms pay|later|possible|on|can pay|later|net',
    'pay later',
  ],
  fees: [
    'fee|fees|pricing|charge|charges|costs|surcharge !refund*',
    'how|what|much|price|whats cost|costs|charge|price card|digital|direct|bulk|letter|delivery|email*|shipping|it !@count',
    'how|what|whats much|cost|price shipping|postage|delivery',
    'cost|price of|for card*|letter*|mailing|shipping|digital|bulk|direct !@count',
    'hidden|extra|service cost*|fee*|charge*',
  ],
  limits: [
    'limit|limits|maximum|minimum|max|min|highest|lowest|smallest|largest|biggest !budget',
    'how|what much|many put|load|hold card|cards|one !budget|left|cart',
    'can|could load|put|have @cents card',
    'how many people can|have|add list|order|file',
  ],
  delivery_times: [
    'how|when|long|fast|soon|quick*|days deliver*|arrive*|ship*|mail*|take|there|send|come|digital|bulk|direct|email* !pay*|ach|clear|check|order|refund* !my',
    'how long|many|fast|soon|quickly deliver*|ship*|arrive*|mail*|take|days|get',
    'carrier*|ups|usps|fedex|overnight|express|expedite*',
    'certain|specific|schedule*|particular|later|future day|date|send*|time|email*|deliver*',
    'fast*|quick* option|way|get|by|which|delivery',
  ],
  card_types: [
    'kind|kinds|type|types|sort|sorts card*|reward*|there|gift*',
    'difference|better|compare|versus|vs|or bulk|direct|digital|physical bulk|direct|digital|physical',
    'what|explain|whats|is|describe direct|digital|bulk|physical card|cards|mean* !cost|fee*|take|days|long|arrive*|ship*|when|much|charge',
    'delivery method*|options|ways which|what|your|are|have',
    'are|is cards|card visa|mastercard|prepaid',
    'where|can used|spent|spend|use card*',
  ],
  budgets: ['budget*', 'how|much|what left|still|remain* spend|quarter|month|spent !balance'],
  approvals: [
    'approv* who|need|needs|waiting|how|why|require*|my|work|requests|which !mean*|means !hasnt|yet|transit !@order',
    'approver|approvers|approvals !mean*',
    'request* approve|decide|waiting',
  ],
  draft_message: [
    'write|draft|suggest|help|compose|give|need|come|create|idea|wrtie|want message*|greeting*|note|text|wording|words|wish*',
    'what should|can|could|to write|say|put card|cards|message|them|it',
    'write|draft something|anything for|card|team|hires|anniversar*|birthday*',
    'message|text idea*|example*|suggestion*|card|birthday|anniversar*|holiday*',
  ],
  find_list: [
    'which|what|show|my|our|have|find|open|see|view lists !orders',
    'how many|people list on|are|list|in|have @list',
    'find|open|show|who|where|have|is|already|see|view list @list|recipient|for|with|on !send|order !upload|import !can !unsubscribe',
    'saved|recipient list|lists|people',
  ],
  cart: [
    'cart|basket|trolley !copy|into|add|again',
    'checkout',
    '^check out',
    'check out want|ready|to !make|who',
    'about to pay for what|am',
  ],
  reorder: [
    'reorder',
    'order|buy|send again|repeat|duplicate|copy order|same|@order|last|cards|one|thing|again !resend|invoice|receipt',
    'repeat|duplicate|copy|rebuy order|@order|last|same !invoice|receipt|of',
    'same order|cards|thing as|again|last|like !reason',
  ],
  cancel_order: [
    'cancel*|cancle order|my|it|@order|orders|how|want',
    'stop|withdraw|undo|call|abort order|@order my|off|last|the|@order|order',
  ],
  documents: [
    'invoice|invoices|receipt|receipts where|need|download|send|copy|get|@order|how|print|for|find|with|on|po !open|unpaid|pay|later|invoiced|mark',
    'receipt|w-9|w9 ',
    'packing|remittance slip print|download|get|need|where',
    'po number invoice|order|add|on|where',
  ],
  balance: [
    'balance !transfer !card',
    'topup',
    'add|put|load|deposit money|fund* account|balance|company',
    'prepay',
    'money|fund* account|balance|company how|what|whats|much left|on|in|our|balance !budget*',
  ],
  upload_list: [
    'upload|import|uploading|importing list|file|csv|excel|spreadsheet|names|recipients|people|how|my|template',
    'excel|csv|spreadsheet|xlsx',
    'columns|headings|template|format file|list|need|csv',
    'how add|enter|many many|people|recipients|names once|people|at',
    'template list|file|recipients',
  ],
  refunds: ['refund*', 'money back', 'unclaimed|unused|expired|never card*|claimed|happens|what !never'],
  contact: [
    'human|agent|representative|operator|support talk|speak|reach|contact|real|email|phone|call|person|to|need|address|hours',
    'contact|reach|call|email support|service|you|us|someone|team|customer',
    'real|talk|speak|give person|some*|human|anyone !robot',
    'phone|telephone number',
    'what|your|whats hours|open|available support|your|hours',
    'support',
  ],
  about_guide: [
    'who|what are|is|r you !owe',
    'are|is|am you|talking|this|to ai|robot|bot|human|person|chatgpt|gpt|machine|real|claude|llm|model',
    'what can|do you|i do|ask|help|know|say !write|card|owe|have|accept|take|offer|charge|use|pay',
    'remember|store|save|keep|record|private i|say|conversation*|you|chat',
    '^help',
    'how does|do this|it|guide|you work|works',
  ],
  small_talk: [
    '^hi|^hello|^hey|^thanks|^bye|^goodbye|^morning|^yo|^greetings|^cheers',
    'good morning|afternoon|evening|day',
    'thank|thanks ok|okay|great|you|much|!',
  ],
}

type Group = { alternatives: readonly Alternative[]; isNot: boolean }
type Alternative = { text: string; isStart: boolean; isFirst: boolean; slot: keyof Slots | undefined }
type Pattern = { intent: Intent; groups: readonly Group[] }

const SLOTS: Readonly<Record<string, keyof Slots>> = {
  '@count': 'count',
  '@cents': 'cents',
  '@list': 'list',
  '@person': 'person',
  '@order': 'orderNumber',
}

const READ_PATTERNS: readonly Pattern[] = Object.entries(PATTERNS).flatMap(([intent, lines]) =>
  lines.map((line) => ({ intent: intent as Intent, groups: line.trim().split(/\s+/).map(readGroup) })),
)

function readGroup(text: string): Group {
  const isNot = text.startsWith('!') && text.length > 1
  const alternatives = (isNot ? text.slice(1) : text).split('|').map((one) => ({
    text: one.replace(/^\^|\*$/g, ''),
    isStart: one.endsWith('*'),
    isFirst: one.startsWith('^'),
    slot: SLOTS[one],
  }))
  return { alternatives, isNot }
}

const VOCABULARY: ReadonlySet<string> = new Set(
  READ_PATTERNS.flatMap(({ groups }) =>
    groups.flatMap((group) => group.alternatives.map(({ text }) => text)),
  ),
)
/** Shorter words have too many neighbors. */
const MIN_TYPO_LETTERS = 5

/** A longer text is cut off here, because matching it would take long. */
const MAX_LENGTH = 1_000

/**
 * Finds what a customer wants, and what their sentence names. It changes nothing and reads only the sentence: text that
 * others wrote, such as names of lists, never gets here.
 *
 * @param today `2026-11-29`, in the reader’s time zone
 */
export function understand(text: string, today: string): Understood {
  const sentence = text.slice(0, MAX_LENGTH)
  const reason = refusedReason(sentence)
  if (reason !== undefined) return { intent: 'none', slots: {}, reason }
  const words = wordsOf(sentence)
  const slots: Slots = slotsOf(words, today)
  const person = personIn(words)
  if (person !== undefined) slots.person = person
  let best: { intent: Intent; weight: number } = { intent: 'none', weight: 0 }
  for (const { intent, groups } of READ_PATTERNS) {
    const weight = weightOf(groups, words, slots)
    if (weight > best.weight) best = { intent, weight }
  }
  return { intent: best.intent, slots }
}

/** @returns 0 unless the whole pattern is there */
function weightOf(groups: readonly Group[], words: readonly Word[], slots: Slots): number {
  let weight = 0
  for (const { alternatives, isNot } of groups) {
    const isThere = alternatives.some((one) =>
      one.slot !== undefined
        ? slots[one.slot] !== undefined
        : words.some((word, at) => isWord(word, one, at)),
    )
    if (isThere === isNot) return 0
    if (isNot) continue
    // Rarer words count more.
    weight += alternatives.length === 1 || alternatives.some(({ slot }) => slot !== undefined) ? 1.3 : 1
  }
  return weight
}

function isWord({ text, kind }: Word, one: Alternative, at: number): boolean {
  if (kind !== 'word' || (one.isFirst && at !== 0)) return false
  if (text === one.text || (one.isStart && text.startsWith(one.text))) return true
  return one.text.length >= MIN_TYPO_LETTERS && isUnknown(text) && isOneTypo(text, one.text)
}

/** “Everyone”, “someone”, and other words that aren’t names. */
const INDEFINITE = /^(any|every|no|some)(body|one)$/

function isUnknown(text: string): boolean {
  return !COMMON_WORDS.has(text) && !VOCABULARY.has(text) && !INDEFINITE.test(text)
}

const BEFORE_THING = /^(the|a|an|our|my|this|that|these|those|your)$/
const MAX_NAME_WORDS = 3

/** An email, or a run of words that no question has: “did noor rahmani get her card”. */
function personIn(words: readonly Word[]): string | undefined {
  const email = words.find(({ kind }) => kind === 'email')
  if (email !== undefined) return email.text
  const runs: Word[][] = []
  for (const [at, word] of words.entries()) {
    const isInRun = isNamePart(word)
    const isNext = isInRun && at > 0 && runs.length > 0 && runs.at(-1)!.at(-1) === words[at - 1]
    if (isNext && runs.at(-1)!.length < MAX_NAME_WORDS) runs.at(-1)!.push(word)
    else if (isInRun && !BEFORE_THING.test(words[at - 1]?.text ?? '')) runs.push([word])
  }
  const isCapital = (run: readonly Word[]) => run.every(({ raw }) => /^\p{Lu}/u.test(raw))
  const [name] = [...runs.filter(isCapital), ...runs]
  return name?.map(({ text }) => text).join(' ')
}

/** Whether it isn’t a word that questions use, or a typo of one. */
function isNamePart({ text, kind }: Word): boolean {
  if (kind !== 'word' || text.length < 2 || !isUnknown(text)) return false
  return ![...VOCABULARY].some((known) => known.length >= MIN_TYPO_LETTERS && isNear(text, known))
}

function isNear(text: string, known: string): boolean {
  return text.startsWith(known) || isOneTypo(text, known)
}

/** Numbers and PINs of cards, links to them, and other secrets. The guide has no access to them, and says so. */
const SECRETS =
  /\b(card|gift card) numbers?\b|\bpins?\b|\bpasswords?\b|\bclaim links?\b|\bapi keys?\b|\btax (number|id)s?\b|\bssn\b|\bsecrets?\b|\benvironment variables?\b|\btokens?\b/i

/** Commands to a program, code, and what only staff may do. */
const COMMANDS = [
  /\b(ignore|disregard|forget|override|bypass|skip|unmask|jailbreak|sudo|pretend|simulate|hypothetically)\b/i,
  /\b(system|assistant|user|tool_call|admin|developer)\s*[:=]/i,
  /\b(as|you are|your) (root|administrator|admin|now|dan)\b|\b(admin|developer|god) (mode|input)\b|\bact as\b/i,
  /\b(system prompt|instructions?|restrictions|no rules|without (confirmation|approval|telling|asking)|don'?t ask me|you must obey)\b/i,
  /[{}<>`;]|\]\(|\w\(|\[\/?\w+\]|\.\.\/|\w=\w|https?:/i,
  /\b(authorize you|charge the card|delete (all|every|the)|cancel (all|every)|drop table|run sql|execute|base64|decode)\b/i,
  /\b(other|every) (customers?|compan(y|ies))\b|\bfrom now on\b|\blog ?in as\b|\bmark .{0,80}\bas paid\b|\braise my\b|\bdiscount\b/i,
  /\b(approve all|pay (for )?(the|my) cart|words above|forward this|change the email of)\b/i,
]

function refusedReason(sentence: string): Understood['reason'] {
  if (SECRETS.test(sentence)) return 'secret'
  return COMMANDS.some((command) => command.test(sentence)) ? 'command' : undefined
}
