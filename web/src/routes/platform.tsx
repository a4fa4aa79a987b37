import { createFileRoute } from '@tanstack/react-router'
import { Platform } from '../features/platform/Platform.tsx'

/** For operators. The frame asks them to sign in. */
export const Route = createFileRoute('/platform')({
  staticData: { title: 'Platform', frame: 'installation' },
  component: Platform,
})
