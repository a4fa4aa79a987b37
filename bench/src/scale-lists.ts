/** What a filled database has. */
export type Listable = { itemId: number; listId: number; orderId: number }

/** Any page of a list that is sorted and filtered counts as a search. */
type Kind = 'page' | 'search'
/** The n-th call of a list. */
export type Listed = { what: string; kind: Kind; by: 'customer' | 'office'; path: (n: number) => string }

/** Any page of a list with this many rows, the last ones included. */
const pageOf = (n: number, rows: number, perPage = 50) =>
  `page=${1 + ((n * 7_919) % Math.max(1, Math.floor(rows / perPage)))}`
const q = encodeURIComponent
const LAST = ['Okafor', 'Naillod', 'Lindqvit', 'Hsuenk', 'Whittokova', 'Brokenova', 'Zzyzx', 'Solbergs']
const FIRST = ['May', 'Prina', 'Jora', 'Ama', 'Wen', 'Ingriel', 'Lucia', 'Samuel']
const CITIES = ['Portland', 'Madison', 'Boulderburg', 'Duluth', 'Lowellville', 'Dayton']
const one = (words: readonly string[], n: number) => words[n % words.length]!
const fullName = (n: number) => q(`${one(FIRST, n)} ${one(LAST, n)}`)

/** Every list of the shop and the office at a size, with each sort, filter, and kind of search. */
export function lists(made: Listable, size: number): Listed[] {
  return [...shopLists(made, size), ...officeLists(made, size)]
}

const number = (n: number, size: number) => 1 + ((n * 7_919) % size)

function shopLists({ itemId, listId, orderId }: Listable, size: number): Listed[] {
  const list = (what: string, kind: Kind, path: Listed['path']): Listed => ({
    what,
    kind,
    by: 'customer',
    path: (n) => `/api/v1/${path(n)}`,
  })
  const recipients = (what: string, kind: Kind, query: Listed['path']) =>
    list(`recipients${what}`, kind, (n) => `card_recipient_details/?card_item_id=${itemId}&${query(n)}`)
  const searches = (of: (what: string, kind: Kind, query: Listed['path']) => Listed, domain = 'halden') => [
    of(', a last name', 'search', (n) => `search=${one(LAST, n)}`),
    of(', first and last name', 'search', (n) => `search=${fullName(n)}`),
    of(', beginning of a name', 'search', (n) => `search=${one(LAST, n).slice(0, 3)}`),
    of(', an email', 'search', (n) => `search=${q(`ama.hsuenk${number(n, size)}@${domain}`)}`),
    of(', a city', 'search', (n) => `search=${one(CITIES, n)}`),
    of(', a ZIP code', 'search', (n) => `search=${10_000 + ((n * 7_919) % 80_000)}`),
    of(', one letter', 'search', (n) => `search=${'abcdefghijklmnop'[n % 16]}`),
  ]
  const people = (what: string, kind: Kind, query: Listed['path']) =>
    list(`people of a list${what}`, kind, (n) => `recipient_lists/${listId}/people/?${query(n)}`)
  const saved = (what: string, kind: Kind, query: Listed['path']) =>
    list(`saved people${what}`, kind, (n) => `saved_people/?${query(n)}`)
  const deliveries = (what: string, kind: Kind, query: Listed['path']) =>
    list(`deliveries of an order${what}`, kind, (n) => `orders/${orderId}/deliveries/?${query(n)}`)
  return [
    recipients(', first page', 'page', () => ''),
    recipients(', any page', 'page', (n) => pageOf(n, size)),
    recipients(', only problems, any page', 'page', (n) => `only=attention&${pageOf(n, size / 100)}`),
    recipients(', only a code, any page', 'page', (n) => `only=required&${pageOf(n, size / 100)}`),
    ...(['name', 'email', 'city', 'state', 'zip', 'amount', 'problems'] as const).flatMap((sort) => [
      recipients(` by ${sort}, first page`, 'search', (n) => `sort=${n % 2 ? '-' : ''}${sort}`),
      recipients(
        ` by ${sort}, any page`,
        'search',
        (n) => `sort=${n % 2 ? '-' : ''}${sort}&${pageOf(n, size)}`,
      ),
    ]),
    recipients(' by name, only problems', 'search', () => 'sort=name&only=attention'),
    ...searches(recipients),
    recipients(', a last name by city', 'search', (n) => `search=${one(LAST, n)}&sort=city`),
    recipients(', a last name with problems', 'search', (n) => `search=${one(LAST, n)}&only=attention`),
    list('saved lists', 'page', () => 'recipient_lists/'),
    saved(', first page', 'page', () => ''),
    saved(', any page', 'search', (n) => pageOf(n, size)),
    ...searches(saved),
    people(', first page', 'page', () => ''),
    people(', any page', 'search', (n) => pageOf(n, size)),
    ...searches(people),
    list('a customer’s orders, any page', 'page', (n) => `orders/?page_size=10&${pageOf(n, size / 10, 10)}`),
    list(
      'a customer’s orders by status, any page',
      'page',
      (n) => `orders/?status=declined&page_size=10&${pageOf(n, size / 200, 10)}`,
    ),
    list('a customer’s overview', 'page', () => 'orders/overview/'),
    list('an order', 'page', () => `orders/${orderId}/`),
    list('an order’s activity', 'page', () => `orders/${orderId}/activity/`),
    deliveries(', any page', 'search', (n) => pageOf(n, size)),
    deliveries(', a name', 'search', (n) => `search=${one(LAST, n)}`),
    list('notices, first page', 'page', () => 'notices/'),
    list('notices, any page', 'search', (n) => `notices/?${pageOf(n, size / 10)}`),
    list('unseen notices', 'page', () => 'notices/unseen_count/'),
  ]
}

function officeLists({ orderId }: Listable, size: number): Listed[] {
  const list = (what: string, kind: Kind, path: Listed['path']): Listed => ({
    what: `office: ${what}`,
    kind,
    by: 'office',
    path: (n) => `/api/v1/office/${path(n)}`,
  })
  const orders = (what: string, kind: Kind, query: Listed['path']) =>
    list(`orders${what}`, kind, (n) => `orders/?${query(n)}`)
  const deliveries = (what: string, kind: Kind, query: Listed['path']) =>
    list(`deliveries${what}`, kind, (n) => `deliveries/?${query(n)}`)
  const recipients = (what: string, kind: Kind, query: Listed['path']) =>
    list(`recipients of an order${what}`, kind, (n) => `orders/${orderId}/recipients/?${query(n)}`)
  const customers = (what: string, kind: Kind, query: Listed['path']) =>
    list(`customers${what}`, kind, (n) => `customers/?${query(n)}`)
  const everything = (what: string, text: (n: number) => string | number) =>
    list(`everything${what}`, 'search', (n) => `search/?q=${q(String(text(n)))}`)
  const audit = (what: string, kind: Kind, query: Listed['path']) =>
    list(`audit log${what}`, kind, (n) => `audit/?${query(n)}`)
  return [
    orders(', first page', 'page', () => ''),
    orders(', any page', 'search', (n) => pageOf(n, size)),
    ...(
      [
        ['in_review', 0.001],
        ['pending_payment', 0.003],
        ['approved', 0.005],
        ['declined', 0.05],
        ['fulfilled', 0],
        ['shipped', 0.9],
        ['fulfilled,shipped', 0.9],
        ['refunded', 0],
      ] as const
    ).map(([status, share]) =>
      orders(`, ${status}, any page`, 'search', (n) => `status=${status}&${pageOf(n, size * share)}`),
    ),
    ...['total', '-total', 'placed'].flatMap((sort) => [
      orders(` by ${sort}, first page`, 'search', () => `sort=${sort}`),
      orders(` by ${sort}, any page`, 'search', (n) => `sort=${sort}&${pageOf(n, size)}`),
    ]),
    ...(
      [
        ['in_review', 0.001],
        ['declined', 0.05],
        ['shipped', 0.9],
      ] as const
    ).map(([status, share]) =>
      orders(
        ` by -total, ${status}, any page`,
        'search',
        (n) => `sort=-total&status=${status}&${pageOf(n, size * share)}`,
      ),
    ),
    orders(' by -total, flagged', 'search', () => 'sort=-total&only=flagged'),
    orders(' by -total, direct cards', 'search', () => 'sort=-total&reward_type=direct'),
    orders(' by -total, a customer’s name', 'search', (n) => `sort=-total&search=${one(LAST, n)}`),
    ...['held', 'flagged', 'overpaid'].map((only) => orders(`, ${only}`, 'search', () => `only=${only}`)),
    ...['direct', 'bulk', 'digital'].map((type) =>
      orders(`, ${type} cards`, 'search', () => `reward_type=${type}`),
    ),
    ...['elavon_cc', 'self_hosted_check'].map((method) =>
      orders(`, by ${method}`, 'search', () => `method=${method}`),
    ),
    orders(' of a week', 'search', () => 'placed_from=2026-03-02&placed_to=2026-03-08'),
    orders(
      ' shipped in a week',
      'search',
      () => 'status=shipped&placed_from=2026-03-02&placed_to=2026-03-08',
    ),
    orders(', a number', 'search', (n) => `search=${500_000 + number(n, size)}`),
    orders(', a PO number', 'search', (n) => `search=PO-${20 * Math.ceil(number(n, size) / 20)}`),
    orders(', an amount', 'search', (n) => `search=${q(`$${50 + (n % 9)}.10`)}`),
    orders(', a tracking number', 'search', (n) => `search=9400${String(number(n, size)).padStart(18, '0')}`),
    orders(', a batch', 'search', () => 'search=B-100'),
    orders(', last digits of a card', 'search', (n) => `search=${1000 + n}`),
    orders(', a customer’s name', 'search', (n) => `search=${one(LAST, n)}`),
    orders(', beginning of a name', 'search', (n) => `search=${one(LAST, n).slice(0, 3)}`),
    orders(', first and last name', 'search', (n) => `search=${fullName(n)}`),
    orders(', a business', 'search', (n) => `search=${one(CITIES, n)}`),
    orders(', an email', 'search', (n) => `search=${q(`ama.hsuenk${number(n, size)}@halden`)}`),
    list('an order', 'page', () => `orders/${orderId}/`),
    list('an order’s history', 'page', () => `orders/${orderId}/history/`),
    recipients(', any page', 'page', (n) => pageOf(n, size)),
    recipients(', a last name', 'search', (n) => `search=${one(LAST, n)}`),
    recipients(', an email', 'search', (n) => `search=${q(`ama.hsuenk${number(n, size)}@halden`)}`),
    recipients(', a ZIP code', 'search', (n) => `search=${10_000 + ((n * 7_919) % 80_000)}`),
    deliveries(', first page', 'page', () => ''),
    deliveries(', any page', 'search', (n) => pageOf(n, size * 1.9)),
    deliveries(' by changed, any page', 'search', (n) => `sort=changed&${pageOf(n, size * 1.9)}`),
    ...['needs_a_hand', 'waiting', 'under_way', 'arrived'].map((group) =>
      deliveries(`, ${group}`, 'search', () => `group=${group}`),
    ),
    deliveries(', delivered, any page', 'search', (n) => `status=delivered&${pageOf(n, size * 1.9)}`),
    deliveries(', direct', 'search', () => 'reward_type=direct'),
    deliveries(', digital', 'search', () => 'reward_type=digital'),
    deliveries(', a name', 'search', (n) => `search=${one(LAST, n)}`),
    deliveries(', first and last name', 'search', (n) => `search=${fullName(n)}`),
    deliveries(', beginning of a name', 'search', (n) => `search=${one(LAST, n).slice(0, 3)}`),
    deliveries(', beginning of an email', 'search', (n) => `search=${one(FIRST, n).toLowerCase()}.`),
    deliveries(', a name, delivered', 'search', (n) => `status=delivered&search=${one(LAST, n)}`),
    customers(', first page', 'page', () => ''),
    customers(', any page', 'page', (n) => `before=${number(n, size / 10)}`),
    customers(' by oldest, any page', 'page', (n) => `sort=oldest&before=${number(n, size / 10)}`),
    customers(', disabled', 'page', () => 'only=disabled'),
    customers(', closed', 'page', () => 'only=closed'),
    customers(', a name', 'search', (n) => `search=${one(LAST, n)}`),
    customers(', beginning of a name', 'search', (n) => `search=${one(LAST, n).slice(0, 3)}`),
    customers(', first and last name', 'search', (n) => `search=${fullName(n)}`),
    customers(', a business', 'search', (n) => `search=${one(CITIES, n)}`),
    customers(', an email', 'search', (n) => `search=${q(`ama.hsuenk${number(n, size)}@halden`)}`),
    everything(', an order number', (n) => 500_000 + number(n, size)),
    everything(', beginning of an order number', (n) => String(500_000 + number(n, size)).slice(0, 3)),
    everything(', a tracking number', (n) => `9400${String(number(n, size)).padStart(18, '0')}`),
    everything(', last digits of a card', (n) => 1000 + n),
    everything(', an amount', (n) => `$${50 + (n % 9)}.10`),
    everything(', a PO number', (n) => `PO-${20 * Math.ceil(number(n, size) / 20)}`),
    everything(', a name', (n) => one(LAST, n)),
    everything(', beginning of a name', (n) => one(LAST, n).slice(0, 3)),
    everything(', first and last name', (n) => `${one(FIRST, n)} ${one(LAST, n)}`),
    everything(', a business', (n) => one(CITIES, n)),
    everything(', an email', (n) => `ama.hsuenk${number(n, size)}@halden`),
    everything(', nothing', (n) => `qqqq${n}`),
    list('outstanding orders, any page', 'search', (n) => `outstanding/?${pageOf(n, size * 0.003)}`),
    list('outstanding orders by age', 'search', () => 'outstanding/?age=over_60'),
    list('payments received, any page', 'search', (n) => `received_payments/?${pageOf(n, size / 7)}`),
    list('payments received, unmatched', 'page', () => 'received_payments/?only=unmatched'),
    list(
      'payments received, matched, any page',
      'search',
      (n) => `received_payments/?only=matched&${pageOf(n, size / 7)}`,
    ),
    list('refunds', 'page', () => 'refunds/'),
    list('discrepancies', 'page', () => 'payment_discrepancies/'),
    list('cards that wait', 'page', () => 'waiting_orders/'),
    list('letters that wait', 'page', () => 'waiting_deliveries/'),
    list('batches, any page', 'page', (n) => `batches/?${pageOf(n, size / 100)}`),
    list('batches by status, any page', 'page', (n) => `batches/?status=mailed&${pageOf(n, size / 100)}`),
    audit(', first page', 'page', () => ''),
    audit(' of an event', 'page', () => 'event=order.held'),
    audit(' of a person', 'page', (n) => `actor=${q(`staff:${n % 20}`)}`),
    audit(' of an order', 'page', (n) => `subject=${q(`order ${500_000 + number(n, size)}`)}`),
    audit(' of a week', 'page', () => 'from=2026-03-02T00:00:00Z&until=2026-03-09T00:00:00Z'),
    list('audit log’s events and people', 'page', () => 'audit/events/'),
    list('today', 'page', () => 'today/'),
    list('ordered over time', 'page', () => 'ordered_over_time/'),
    list('ordered over time, months', 'page', () => 'ordered_over_time/?period=months'),
  ]
}
