import { api } from '@laurel/contract/routes'
import { isUnplaced } from '@laurel/domain/order-status'
import { isMoneyHere } from '@laurel/domain/payment-state'
import { useMutation } from '@tanstack/react-query'
import { FileText, Printer } from 'lucide-react'
import { call } from '../app/call.ts'
import { useTexts } from '../app/texts.ts'
import { showFailure } from '../app/toast-store.ts'
import { Button, type ButtonProps } from './Button.tsx'
import type { Order } from './delivery-text.ts'
import { Icon } from './Icon.tsx'
import { saveFile } from './save-file.ts'

const DOCUMENTS = {
  invoice: { route: api.getInvoice, word: /*i18n*/ 'Invoice', file: /*i18n*/ 'Invoice', icon: FileText },
  receipt: { route: api.getReceipt, word: /*i18n*/ 'Receipt', file: /*i18n*/ 'Receipt', icon: FileText },
  officeInvoice: {
    route: api.getOfficeInvoice,
    word: /*i18n*/ 'Invoice',
    file: /*i18n*/ 'Invoice',
    icon: FileText,
  },
  officeReceipt: {
    route: api.getOfficeReceipt,
    word: /*i18n*/ 'Receipt',
    file: /*i18n*/ 'Receipt',
    icon: FileText,
  },
  remittanceSlip: {
    route: api.getRemittanceSlip,
    word: /*i18n*/ 'Print remittance slip',
    file: /*i18n*/ 'Remittance slip',
    icon: Printer,
  },
} as const

type DocumentButtonProps = {
  order: Pick<Order, 'id' | 'number'>
  kind: keyof typeof DOCUMENTS
  look?: ButtonProps['look']
}

/** Downloads one of an order's documents as a PDF. */
export function DocumentButton({ order, kind, look }: DocumentButtonProps) {
  const i18n = useTexts()
  const { route, word, file, icon } = DOCUMENTS[kind]
  const saving = useMutation({
    mutationFn: async () => (await call(route, { params: { id: order.id } })) as unknown as Blob,
    onSuccess: (bytes) => saveFile(bytes, `${i18n.t(file)} ${order.number}.pdf`),
    onError: (problem) => {
      showFailure(i18n.t('Download failed'), problem)
    },
  })
  return (
    <Button
      {...(look && { look })}
      className="not-printed"
      isPending={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Icon of={icon} size={18} />
      {i18n.t(word)}
    </Button>
  )
}

type OrderDocumentsProps = {
  order: Order
  /** Uses the office's endpoints. */
  forOffice?: boolean
}

/** A placed order's invoice, and its receipt once it is paid. */
export function OrderDocuments({ order, forOffice = false }: OrderDocumentsProps) {
  if (isUnplaced(order.status)) return null
  return (
    <>
      <DocumentButton order={order} kind={forOffice ? 'officeInvoice' : 'invoice'} />
      {hasReceipt(order) && <DocumentButton order={order} kind={forOffice ? 'officeReceipt' : 'receipt'} />}
    </>
  )
}

/** Whether the order is fully paid. */
export function hasReceipt({ payments, refundState }: Pick<Order, 'payments' | 'refundState'>): boolean {
  // The receipt states refunds.
  return refundState === 'full' || payments.some(({ methodCode, state }) => isMoneyHere(methodCode, state))
}
