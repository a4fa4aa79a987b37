import { isByHand, isHostedPage, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Note } from '../../parts/Note.tsx'
import { clearsText, fastestFirst, PAYMENT_METHOD_ICONS } from '../../parts/payment-methods.ts'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { PO_NUMBER_MAX } from './cart-selections.ts'
import type { WayToPay } from './ways-to-pay.ts'

type PaymentMethodsProps = {
  providers: readonly WayToPay[]
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  error?: string | undefined
  /** Missing if the order already has a PO number. */
  po?: { value: string; onChange: (poNumber: string) => void; error: string | undefined }
  needsApproval?: boolean
}

/** The site's payment methods. The chosen one says what happens next. */
export function PaymentMethods({
  providers,
  value,
  onChange,
  error,
  po,
  needsApproval = false,
}: PaymentMethodsProps) {
  const i18n = useTexts()

  if (providers.length === 0) {
    return (
      <Note tone="warn">
        {i18n.t(
          'We can’t take payments right now. We’ve saved your order. Try again later, or contact support.',
        )}
      </Note>
    )
  }
  return (
    <RadioChoice
      label={i18n.t('How would you like to pay?')}
      value={value}
      onChange={onChange}
      error={error}
      options={fastestFirst(providers).map(({ methodCode, title, instructions, isShort = false }) => ({
        value: methodCode,
        title: i18n.t(title || WAYS_TO_PAY[methodCode].title),
        detail: instructions,
        icon: PAYMENT_METHOD_ICONS[methodCode],
        isDisabled: isShort,
        aside: isShort ? undefined : <span className="text-muted text-small">{clearsText(methodCode)}</span>,
        more: (
          <>
            <p>{whatHappens(methodCode, needsApproval)}</p>
            {po && (
              <TextField
                label={i18n.t('Your PO number (optional)')}
                name="poNumber"
                value={po.value}
                onChange={po.onChange}
                maxLength={PO_NUMBER_MAX}
                autoComplete="off"
                error={po.error}
                className="max-w-[320px]"
              />
            )}
          </>
        ),
      }))}
    />
  )
}

function whatHappens(method: PaymentMethod, needsApproval: boolean): string {
  const i18n = pageTexts()

  if (isHostedPage(method)) {
    return method === 'elavon_cc'
      ? i18n.t(
          'You’ll enter your card details on Converge, our payment partner’s secure page, then come right back here.',
        )
      : i18n.t(
          'You’ll enter your bank account on Converge, our payment partner’s secure page, then come right back here.',
        )
  }
  if (method === 'company_terms' || !isByHand(method)) {
    if (method === 'company_terms') {
      return needsApproval
        ? i18n.t('We email you the invoice as soon as the order is approved.')
        : i18n.t('We email you the invoice as soon as you place the order.')
    }
    return needsApproval
      ? i18n.t('We charge your balance as soon as the order is approved.')
      : i18n.t('We charge your balance as soon as you place the order.')
  }
  const { noun, isMailed } = WAYS_TO_PAY[method]
  return isMailed
    ? i18n.t(
        'After you place the order, we’ll show you who to make the {noun} out to, where to mail it, and what reference to write on it.',
        { noun: i18n.t(noun) },
      )
    : i18n.t(
        'After you place the order, we’ll show you the account to send it to and the reference to include.',
      )
}
