import { api } from '@laurel/contract/routes'
import {
  type MailChoice,
  mailChoicesOf,
  NOTIFICATION_SPECS,
  type NotificationChoice,
} from '@laurel/domain/notification-kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formError } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Switch } from '../../parts/Checkbox.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Select } from '../../parts/Select.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { notificationQueries } from './security.queries.ts'

type Settings = AnswerOf<'getNotificationSettings'>
type Setting = Settings['settings'][number]

const MAIL_WORDS: Readonly<Record<MailChoice, string>> = {
  at_once: /*i18n*/ 'Immediately',
  daily: /*i18n*/ 'Daily summary',
  never: /*i18n*/ 'Never',
}

/** What the customer hears of, and how. Each change takes effect at once. */
export function NotificationSettings() {
  const i18n = useTexts()
  const { data, error, isFetching, refetch } = useQuery(notificationQueries.mine())
  if (data) return <Choices settings={data} />
  if (error && !isFetching) {
    return (
      <Note
        tone="warn"
        action={
          <Button size="compact" onClick={() => refetch()}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {formError(error)}
      </Note>
    )
  }
  return (
    <Loading label={i18n.t('Loading your notification settings')}>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
    </Loading>
  )
}

function Choices({ settings: { settings, dailyTimeZone } }: { settings: Settings }) {
  const i18n = useTexts()
  const isDaily = settings.some(({ mail }) => mail === 'daily')
  return (
    <>
      <Table
        stacks
        columns={[i18n.t('News'), i18n.t('In the app'), i18n.t('Email')]}
        aria-label={i18n.t('Notifications')}
      >
        {settings.map((setting) => (
          <SettingRow key={setting.kind} setting={setting} />
        ))}
      </Table>
      {isDaily && (
        <p className="mt-4 text-muted text-small">
          {i18n.t('Your daily summary arrives at 8:00 AM, {zone} time.', {
            zone: dailyTimeZone.replaceAll('_', ' '),
          })}
        </p>
      )}
    </>
  )
}

function SettingRow({ setting }: { setting: Setting }) {
  const i18n = useTexts()
  const { kind, app, mail } = setting
  const { label: english, says, fixed } = NOTIFICATION_SPECS[kind]
  const label = i18n.t(english)
  const change = useChange(setting)
  return (
    <tr>
      <Cell className="narrow:col-span-full">
        <b className="font-semibold">{label}</b>
        <span className="block text-muted text-small">{i18n.t(says)}</span>
        {fixed && <span className="block text-muted text-small">{i18n.t(fixed.because)}</span>}
      </Cell>
      <Cell className="narrow:flex narrow:items-center">
        {fixed?.app ? (
          <span className="whitespace-nowrap text-muted">
            <span className="hidden narrow:inline">{i18n.t('In the app:')} </span>
            {app ? i18n.t('Always') : i18n.t('Not shown')}
          </span>
        ) : (
          <Switch
            aria-label={i18n.t('{label} in the app', { label })}
            isSelected={app}
            isDisabled={change.isPending}
            onChange={(isOn) => change.mutate({ app: isOn })}
          >
            <span className="hidden narrow:inline">{i18n.t('In the app')}</span>
          </Switch>
        )}
      </Cell>
      <Cell className="whitespace-nowrap narrow:flex narrow:items-center narrow:gap-3">
        <span aria-hidden="true" className="hidden text-muted narrow:inline">
          {i18n.t('Email')}
        </span>
        {fixed?.mail ? (
          <span className="text-muted">{i18n.t('Always')}</span>
        ) : (
          <Select
            isInline
            label={i18n.t('Email about {label}', { label })}
            value={mail}
            isDisabled={change.isPending}
            options={mailChoicesOf(kind).map((value) => ({ value, label: i18n.t(MAIL_WORDS[value]) }))}
            onChange={(chosen) => chosen !== null && change.mutate({ mail: chosen })}
          />
        )}
      </Cell>
    </tr>
  )
}

function useChange({ kind }: Setting) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<NotificationChoice>) =>
      call(api.patchNotificationSetting, { params: { kind }, body }),
    onSuccess: (saved, { app }) => {
      queryClient.setQueryData(notificationQueries.mine().queryKey, saved)
      // The bell shows and counts other notices now.
      if (app !== undefined) void queryClient.invalidateQueries({ queryKey: ['notices'] })
    },
    onError: (problem) => showFailure(i18n.t('We couldn’t save that setting'), problem),
  })
}
