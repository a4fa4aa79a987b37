import { Segment } from '../../../parts/Segment.tsx'

export type CarrierName = 'UPS' | 'USPS'

const CARRIERS = [
  { value: 'USPS', label: 'USPS' },
  { value: 'UPS', label: 'UPS' },
] as const

type CarrierSelectProps = { value: CarrierName; onChange: (carrier: CarrierName) => void }

export function CarrierSelect({ value, onChange }: CarrierSelectProps) {
  return <Segment label="Carrier" fills options={CARRIERS} value={value} onChange={onChange} />
}
