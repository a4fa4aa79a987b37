import { api } from '@laurel/contract/routes'
import { passwordProblems } from '@laurel/domain/password-policy'
import { hostIn, siteHostProblem } from '@laurel/domain/site-host'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type AnswerOf, call } from '../../app/call.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { STAFF_POLICY } from '../../parts/PasswordForm.tsx'
import { Section } from '../../parts/Section.tsx'
import { ComboBox } from '../../parts/Select.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { zoneOptions } from '../../parts/time-zones.ts'

const EMPTY = {
  organizationName: '',
  siteName: '',
  ownerName: '',
  ownerEmail: '',
  password: '',
}
type Entered = typeof EMPTY & { host: string; timeZone: string }
/** The account that signs in next. */
export type Owner = Pick<Entered, 'ownerEmail' | 'password'>

type SetupFormProps = {
  token: string
  onDone: (made: AnswerOf<'createInstallation'>, owner: Owner) => Promise<void> | void
}

export function SetupForm({ token, onDone }: SetupFormProps) {
  const [entered, setEntered] = useState<Entered>({
    ...EMPTY,
    // Most likely the site's, because the operator just used it.
    host: location.hostname,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const create = useMutation({
    mutationFn: async () => {
      const made = await call(api.createInstallation, { body: { token, ...entered } })
      await onDone(made, entered)
    },
  })
  const field = (name: keyof Entered) => ({
    name,
    value: entered[name],
    onChange: (value: string) => setEntered((before) => ({ ...before, [name]: value })),
    isRequired: true,
  })
  const zones = useMemo(zoneOptions, [])

  function check() {
    const { password, host } = entered
    return {
      ...missing(entered),
      ...(/^[\x20-\x7e]*$/.test(host) && { host: siteHostProblem(hostIn(host)) }),
      ...(password !== '' && { password: passwordProblems(STAFF_POLICY, password)[0] }),
    }
  }

  return (
    <Form onSubmit={() => create.mutate()} check={check} problem={create.error} className="mt-7 grid">
      <Section title="Organization" text="The business that runs the shop.">
        <div className="grid gap-4">
          <TextField label="Name" autoComplete="organization" {...field('organizationName')} />
          <ComboBox
            label="Time zone"
            hint="Used for working hours, deadlines, and statements."
            options={zones}
            name="timeZone"
            value={entered.timeZone}
            onChange={(timeZone) => timeZone && setEntered((before) => ({ ...before, timeZone }))}
            isRequired
          />
        </div>
      </Section>
      <Section title="First site" text="The shop your customers see. You can add more sites later.">
        <div className="grid gap-4">
          <TextField label="Site name" autoComplete="off" {...field('siteName')} />
          <TextField
            label="Address"
            inputMode="url"
            autoComplete="off"
            spellCheck="false"
            hint="Point this name at your server in your DNS settings."
            {...field('host')}
          />
        </div>
      </Section>
      <Section title="Owner" text="Your account for the office and the platform area.">
        <div className="grid gap-4">
          <TextField label="Your name" autoComplete="name" {...field('ownerName')} />
          <TextField label="Email" type="email" autoComplete="username" {...field('ownerEmail')} />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${STAFF_POLICY.minLength} characters. Next, you’ll add an authenticator app.`}
            {...field('password')}
          />
        </div>
      </Section>
      <div className="border-line border-t pt-7">
        <Button
          type="submit"
          look="primary"
          size="big"
          isPending={create.isPending}
          className="narrow:w-full"
        >
          Create site
        </Button>
      </div>
    </Form>
  )
}
