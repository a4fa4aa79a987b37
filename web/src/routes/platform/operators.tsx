import { createFileRoute } from '@tanstack/react-router'
import { OperatorsScreen } from '../../features/platform/OperatorsScreen.tsx'

export const Route = createFileRoute('/platform/operators')({
  staticData: { title: 'Operators' },
  component: OperatorsScreen,
})
