import './home.css'
import { Closing } from './Closing.tsx'
import { Hero } from './Hero.tsx'
import { Steps } from './Steps.tsx'
import { Trust } from './Trust.tsx'
import { Ways } from './Ways.tsx'

export function Home() {
  return (
    <>
      <Hero />
      <Ways />
      <Steps />
      <Trust />
      <Closing />
    </>
  )
}
