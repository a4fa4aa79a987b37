import { api } from '@laurel/contract/routes'
import { hostIn, siteHostProblem } from '@laurel/domain/site-host'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { missing } from '../../parts/Form.tsx'
import { Select } from '../../parts/Select.tsx'
import { TextArea, TextField } from '../../parts/TextField.tsx'
import { Dialog, ShownOnce, useSave } from './PlatformDialog.tsx'
import type { Organization, PlatformSite } from './platform.queries.ts'

export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const save = useSave(
    () => call(api.createOrganization, { body: { name } }),
    () => {
      showToast({ title: `${name} created` })
      onClose()
    },
  )
  return (
    <Dialog
      title="New organization"
      submit="Create organization"
      save={save}
      check={() => missing({ name })}
      onClose={onClose}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} isRequired />
    </Dialog>
  )
}

type NewSiteDialogProps = { organizations: readonly Organization[]; onClose: () => void }

export function NewSiteDialog({ organizations, onClose }: NewSiteDialogProps) {
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? null)
  const [entered, setEntered] = useState({ siteName: '', host: '', ownerName: '', ownerEmail: '' })
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = useSave(() =>
    call(api.createPlatformSite, { body: { ...entered, timeZone, organizationId: organizationId! } }),
  )
  const field = (name: keyof typeof entered) => ({
    name,
    value: entered[name],
    onChange: (value: string) => setEntered((before) => ({ ...before, [name]: value })),
    isRequired: true,
  })
  if (save.data) {
    return (
      <ShownOnce title={`${entered.siteName} created`} password={save.data.ownerPassword} onClose={onClose}>
        {entered.ownerName} signs in at {save.data.officeUrl} with this password, then sets a new one. It
        works for seven days, and we can’t show it again.
      </ShownOnce>
    )
  }
  return (
    <Dialog
      title="New site"
      lead="The site starts with a catalog, and with every payment method turned off."
      submit="Create site"
      save={save}
      check={() => ({ ...missing(entered), ...hostProblem(entered.host) })}
      onClose={onClose}
    >
      <Select
        label="Organization"
        name="organizationId"
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        value={organizationId}
        onChange={setOrganizationId}
        isRequired
      />
      <TextField label="Site name" autoComplete="off" {...field('siteName')} />
      <TextField
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        placeholder="rewards.example.com"
        aside={<HostCheck host={entered.host} />}
        {...field('host')}
      />
      <TextField label="Owner’s name" autoComplete="off" {...field('ownerName')} />
      <TextField label="Owner’s email" type="email" autoComplete="off" {...field('ownerEmail')} />
    </Dialog>
  )
}

function hostProblem(host: string): Record<string, string> {
  const problem = /^[\x20-\x7e]*$/.test(host) ? siteHostProblem(hostIn(host)) : undefined
  return problem === undefined ? {} : { host: problem }
}

const POINTS = {
  here: 'Points to this server.',
  elsewhere: 'Points to another server.',
  nowhere: 'Points nowhere yet.',
  unknown: 'DNS didn’t answer. Try again.',
} as const

/** Looks a name up only when asked, because new names take time to reach DNS. */
function HostCheck({ host }: { host: string }) {
  const check = useMutation({ mutationFn: () => call(api.checkHost, { body: { host } }) })
  const { data } = check
  const isCurrent = data !== undefined && data.host === hostIn(host)
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-small">
      <span role="status" className="text-muted">
        {isCurrent && (data.siteName ? `Already an address of ${data.siteName}.` : POINTS[data.points])}
        {check.error?.message}
      </span>
      <Button
        look="link"
        className="min-h-6!"
        isDisabled={host.trim() === ''}
        isPending={check.isPending}
        onClick={() => check.mutate()}
      >
        Check DNS
      </Button>
    </span>
  )
}

type OfSite = { site: Pick<PlatformSite, 'id' | 'name' | 'hosts' | 'state'>; onClose: () => void }

export function HostsDialog({ site, onClose }: OfSite) {
  const [text, setText] = useState(site.hosts.join('\n'))
  const hosts = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const save = useSave(
    () => call(api.putSiteHosts, { params: { id: site.id }, body: { hosts } }),
    () => {
      showToast({ title: `Addresses of ${site.name} saved` })
      onClose()
    },
  )
  return (
    <Dialog
      title={`Addresses of ${site.name}`}
      lead="Customers can use any of these addresses. Links in emails use the first."
      submit="Save addresses"
      save={save}
      check={() => (hosts.length === 0 ? { hosts: 'A site needs an address.' } : {})}
      onClose={onClose}
    >
      <TextArea label="Addresses, one per line" name="hosts" rows={5} value={text} onChange={setText} />
    </Dialog>
  )
}

export function StateDialog({ site, onClose }: OfSite) {
  const isSuspended = site.state === 'suspended'
  const [reason, setReason] = useState('')
  const params = { id: site.id }
  const save = useSave(
    () =>
      isSuspended ? call(api.resumeSite, { params }) : call(api.suspendSite, { params, body: { reason } }),
    () => {
      showToast({ title: `${site.name} is ${isSuspended ? 'open again' : 'suspended'}` })
      onClose()
    },
  )
  return (
    <Dialog
      title={isSuspended ? `Resume ${site.name}?` : `Suspend ${site.name}?`}
      lead={
        isSuspended
          ? 'Customers can use the site again. Waiting emails, cards, and refunds are sent.'
          : 'Customers see that the site isn’t available. Staff can look around, but can’t change anything. New emails, cards, and refunds wait until you resume the site.'
      }
      submit={isSuspended ? 'Resume site' : 'Suspend site'}
      isDanger={!isSuspended}
      save={save}
      check={() => (isSuspended ? {} : missing({ reason }))}
      onClose={onClose}
    >
      {!isSuspended && (
        <TextField
          label="Reason"
          name="reason"
          hint="Only operators can see the reason, in the audit log."
          value={reason}
          onChange={setReason}
          isRequired
        />
      )}
    </Dialog>
  )
}
