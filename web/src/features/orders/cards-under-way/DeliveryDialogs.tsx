import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import {
  type AddressField,
  changedFields,
  PersonFields,
  type PersonValues,
  personValues,
} from '../../../parts/address/PersonFields.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count } from '../../../parts/format.ts'
import { Modal } from '../../../parts/Modal.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ResendList, useChosen } from '../../../parts/ResendList.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { type Delivery, deliveryQueries } from './deliveries.queries.ts'
import { againWords, deliveryName, deliveryPlace } from './delivery-words.ts'

type Way = 'as-it-was' | 'by-email'
type FixDialogProps = { delivery: Delivery; onClose: () => void }

/** Fixes a delivery's address and sends it again. A returned letter can go by email instead. */
export function FixDialog({ delivery, onClose }: FixDialogProps) {
  const i18n = useTexts()
  const [way, setWay] = useState<Way>('as-it-was')
  const [values, setValues] = useState(() => personValues(delivery))
  const fix = useFix(delivery, onClose)
  const isByEmail = way === 'by-email'
  const asksEmail = isByEmail || delivery.mayFixEmail
  const isFixable = delivery.mayFixEmail || delivery.mayFixAddress
  const change = (field: AddressField, value: string) => setValues((all) => ({ ...all, [field]: value }))

  return (
    <Modal isOpen onClose={onClose} title={deliveryName(delivery)}>
      <Form
        onSubmit={() => fix.mutate({ way, values })}
        check={() => ({ email: asksEmail && !isEmail(values.email) ? EMAIL_INVALID : undefined })}
        problem={fix.error}
        className="mt-5 grid gap-5"
      >
        {delivery.problem && <Note tone="warn">{delivery.problem}</Note>}
        {delivery.mayConvert && (
          <Segment
            label={i18n.t('Delivery method')}
            fills
            options={[
              { value: 'as-it-was', label: i18n.t('By mail again') },
              { value: 'by-email', label: i18n.t('By email instead') },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        {isByEmail && (
          <>
            <TextField
              label={i18n.t('Email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="off"
              value={values.email}
              onChange={(value) => change('email', value)}
            />
            <p className="text-muted text-small">
              {i18n.t('{name} gets a digital card with the same value. The printed card stops working.', {
                name: deliveryName(delivery),
              })}
            </p>
          </>
        )}
        {!isByEmail && isFixable && (
          <PersonFields
            values={values}
            onChange={change}
            asks={[delivery.rewardType === 'digital' ? 'email' : 'address']}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button look="primary" type="submit" isPending={fix.isPending}>
            {submitLabel(delivery, way, values)}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

function submitLabel(delivery: Delivery, way: Way, values: PersonValues): string {
  const i18n = pageTexts()

  if (way === 'by-email') return i18n.t('Send by email')
  return goesAgain(delivery, way, values) ? i18n.t('Send again') : i18n.t('Save')
}

/** False if the card hasn't left yet, or if only the name on a sent email changes. */
function goesAgain(delivery: Delivery, way: Way, values: PersonValues): boolean {
  if (way === 'by-email') return true
  if (delivery.status === 'queued') return false
  const changed = changedFields(delivery, values)
  return changed.length === 0 || delivery.rewardType !== 'digital' || changed.includes('email')
}

function useFix(delivery: Delivery, onDone: () => void) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const idempotencyKey = useRef(freshKey()).current
  const params = { id: delivery.id }
  const seenUpdatedAt = delivery.updatedAt
  return useMutation({
    mutationFn: ({ way, values }: { way: Way; values: PersonValues }) => {
      if (way === 'by-email') {
        return call(api.convertDelivery, {
          params,
          body: { email: values.email, seenUpdatedAt },
          idempotencyKey,
        })
      }
      const changed = changedFields(delivery, values)
      if (changed.length === 0 && delivery.mayResend) {
        return call(api.resendDelivery, { params, body: { seenUpdatedAt }, idempotencyKey })
      }
      const fields = Object.fromEntries(changed.map((field) => [field, values[field]]))
      return call(api.patchDelivery, { params, body: { ...fields, seenUpdatedAt } })
    },
    onSuccess: async (_, { way, values }) => {
      await queryClient.invalidateQueries({ queryKey: ['orders', delivery.orderId] })
      const isByEmail = way === 'by-email' || delivery.rewardType === 'digital'
      showToast({
        title: goesAgain(delivery, way, values)
          ? againWords({ ...delivery, ...values }, isByEmail)
          : i18n.t('Saved'),
      })
      onDone()
    },
  })
}

type ResendDialogProps = { orderId: number; search: string; onClose: () => void }

/** Lists the failed deliveries before they are sent again. */
export function ResendDialog({ orderId, search, onClose }: ResendDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<Delivery>()
  const { data, error } = useQuery(deliveryQueries.toResend(orderId, search))
  const deliveries = data?.results.filter(({ mayResend }) => mayResend) ?? []
  const { ids, choose } = useChosen(deliveries)
  const resend = useMutation({
    mutationFn: () =>
      call(api.resendDeliveries, { params: { id: orderId }, body: { group: 'needs_a_hand', ids } }),
    onSuccess: async ({ resent }) => {
      await queryClient.invalidateQueries({ queryKey: ['orders', orderId] })
      const rest = ids.length - resent
      showToast({
        title: i18n.t('{cards, plural, one {# card will be sent again} other {# cards will be sent again}}', {
          cards: resent,
        }),
        ...(rest > 0 && {
          text: i18n.t(
            '{cards, plural, one {# card couldn’t be sent. Check it.} other {# cards couldn’t be sent. Check each one.}}',
            {
              cards: rest,
            },
          ),
        }),
      })
      onClose()
    },
  })
  // One dialog at a time. Changing a delivery sends it again, so it is gone when the list returns.
  if (changed) return <FixDialog delivery={changed} onClose={() => setChanged(undefined)} />
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Send again?')} isDismissable={!resend.isPending}>
      <Form onSubmit={() => resend.mutate()} problem={resend.error ?? error} className="mt-3 grid gap-5">
        {!data && !error && (
          <Loading label={i18n.t('Loading cards')}>
            <Skeleton className="h-24" />
          </Loading>
        )}
        {data && deliveries.length === 0 && <p>{i18n.t('No cards need attention anymore.')}</p>}
        {deliveries.length > 0 && (
          <>
            <p className="text-muted">
              {i18n.t(
                'We send each card to the address shown. To correct an address, change it first. We’ll resend that card automatically.',
              )}
            </p>
            <ResendList
              deliveries={deliveries}
              chosen={ids}
              nameOf={deliveryName}
              placeOf={deliveryPlace}
              onChoose={choose}
              onChange={setChanged}
            />
          </>
        )}
        {data && data.count > data.results.length && (
          <p className="text-small">
            {i18n.t('Showing the first {shown} of {all}.', {
              shown: count(data.results.length),
              all: count(data.count),
            })}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button look="primary" type="submit" isDisabled={ids.length === 0} isPending={resend.isPending}>
            {ids.length > 1
              ? i18n.t('Send {number} again', { number: count(ids.length) })
              : i18n.t('Send again')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
