import { useQuery } from '@tanstack/react-query'
import { landingQuery } from '../../app/landing.queries.ts'
import { type LandingText, landingText } from './landing-texts.ts'

export function useLandingText(kind: Parameters<typeof landingText>[1]): LandingText {
  return landingText(useQuery(landingQuery).data, kind)
}
