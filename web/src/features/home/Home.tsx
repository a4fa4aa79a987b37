import './home.css'
import { useQuery } from '@tanstack/react-query'
import { landingQuery } from '../../app/landing.queries.ts'
import { Closing } from './Closing.tsx'
import { Hero } from './Hero.tsx'
import { shownParts } from './landing-texts.ts'
import { Steps } from './Steps.tsx'
import { Trust } from './Trust.tsx'
import { Ways } from './Ways.tsx'

const PARTS = { hero: Hero, ways: Ways, steps: Steps, trust: Trust, closing: Closing }

/** The parts the site shows, in its order. */
export function Home() {
  const { data } = useQuery(landingQuery)
  return shownParts(data).map((kind) => {
    const Part = PARTS[kind]
    return <Part key={kind} />
  })
}
