import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from './transactions.ts'

const FILE = 'converge-transactions.jsonl'

function parseLine(line: string): Transaction[] {
  try {
    return [JSON.parse(line) as Transaction]
  } catch {
    // The last line may be truncated if the process was killed while writing.
    return []
  }
}

function openFile(dataDir: string): { file: string; kept: Transaction[] } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Ends a truncated line, so that the next one is on its own line.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n')
  return { file, kept: text.split('\n').filter(Boolean).flatMap(parseLine) }
}

export type Ledger = ReturnType<typeof makeLedger>

/**
 * The provider's records. With a folder they survive a restart: a forgotten payment would look like one that
 * was never made.
 *
 * @param dataDir folder of the file, with one line per state of a transaction; the last one counts
 */
export function makeLedger(dataDir?: string) {
  const transactions = new Map<string, Transaction>()
  const byMerchantTxnId = new Map<string, Set<string>>()
  const opened = dataDir ? openFile(dataDir) : undefined

  function keep(transaction: Transaction) {
    transactions.set(transaction.txnId, transaction)
    if (transaction.merchantTxnId === '') return
    const ids = byMerchantTxnId.get(transaction.merchantTxnId) ?? new Set()
    byMerchantTxnId.set(transaction.merchantTxnId, ids.add(transaction.txnId))
  }
  for (const transaction of opened?.kept ?? []) keep(transaction)

  return {
    /** Adds a new transaction, or a known one's new state. */
    write(transaction: Transaction): Transaction {
      if (opened) appendFileSync(opened.file, `${JSON.stringify(transaction)}\n`, { mode: 0o600 })
      keep(transaction)
      return transaction
    },

    find(merchantId: string, txnId: string): Transaction | undefined {
      const transaction = transactions.get(txnId)
      return transaction?.merchantId === merchantId ? transaction : undefined
    },

    list(merchantId: string): Transaction[] {
      return [...transactions.values()].filter((one) => one.merchantId === merchantId)
    },

    listByMerchantTxnId(merchantId: string, merchantTxnId: string): Transaction[] {
      return [...(byMerchantTxnId.get(merchantTxnId) ?? [])]
        .map((txnId) => transactions.get(txnId))
        .filter((one): one is Transaction => one?.merchantId === merchantId)
    },

    all: () => [...transactions.values()],
  }
}
