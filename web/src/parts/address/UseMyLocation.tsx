import { api } from '@laurel/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'

type UseMyLocationProps = { onFill: (place: AnswerOf<'getNearestZip'>) => void }

const WAIT_MS = 10_000

/** Fills in the nearest ZIP code with its city and state. The browser asks only after a click. */
export function UseMyLocation({ onFill }: UseMyLocationProps) {
  const i18n = useTexts()
  const finding = useMutation({ mutationFn: findNearest, onSuccess: onFill })
  if (!('geolocation' in navigator)) return null
  return (
    <div>
      <Button
        look="link"
        className="inline-flex items-center gap-1.5"
        isPending={finding.isPending}
        onClick={() => finding.mutate()}
      >
        <Icon of={LocateFixed} size={18} />
        {i18n.t('Use my location')}
      </Button>
      <p role="alert" className="text-muted text-small empty:hidden">
        {finding.error &&
          (finding.error instanceof ApiProblem && finding.error.code === 'not_found'
            ? i18n.t('There’s no ZIP code near your location.')
            : i18n.t('We couldn’t get your location.'))}
      </p>
    </div>
  )
}

/** The position is rounded to about a kilometer before it's sent. */
async function findNearest() {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: WAIT_MS }),
  )
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100
  const query = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }
  return call(api.getNearestZip, { query })
}
