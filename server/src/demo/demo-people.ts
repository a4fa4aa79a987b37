/** A customer of a demo site, with their business. */
export type DemoCustomer = {
  email: string
  phone: string
  profile: {
    first_name: string
    last_name: string
    legal_business_name: string
    business_address1: string
    business_city: string
    business_state: string
    business_zip: string
    heard_about: string
    referral_source: string
    purpose_of_order: string
  }
  taxNumber: string
  /** The first is the default. */
  addresses: {
    label: string
    name: string
    company: string
    address1: string
    city: string
    state: string
    zip: string
    phone: string
  }[]
}

export const DANA: DemoCustomer = {
  email: 'dana.whitlock@halden.example',
  phone: '(937) 555-0110',
  profile: {
    first_name: 'Dana',
    last_name: 'Whitlock',
    legal_business_name: 'Halden Tools',
    business_address1: '90 Foundry Road',
    business_city: 'Dayton',
    business_state: 'OH',
    business_zip: '45402',
    heard_about: 'A colleague',
    referral_source: 'Priya Nair, Halden Tools',
    purpose_of_order: 'Thank-you cards for our dealers and our own people',
  },
  taxNumber: '12-3456789',
  addresses: [
    {
      label: 'Office',
      name: 'Dana Whitlock',
      company: 'Halden Tools',
      address1: '90 Foundry Road',
      city: 'Dayton',
      state: 'OH',
      zip: '45402',
      phone: '(937) 555-0110',
    },
    {
      label: 'Warehouse',
      name: 'Receiving dock',
      company: 'Halden Tools',
      address1: '410 Needmore Road',
      city: 'Dayton',
      state: 'OH',
      zip: '45414',
      phone: '(937) 555-0134',
    },
  ],
}

export const MARCUS: DemoCustomer = {
  email: 'marcus.bell@larkfield.example',
  phone: '(608) 555-0123',
  profile: {
    first_name: 'Marcus',
    last_name: 'Bell',
    legal_business_name: 'Larkfield Hotels',
    business_address1: '12 Mill Street',
    business_city: 'Madison',
    business_state: 'WI',
    business_zip: '53703',
    heard_about: 'An event or trade show',
    referral_source: 'Midwest Hospitality Fair',
    purpose_of_order: 'Service anniversaries and guest referrals',
  },
  taxNumber: '98-7654321',
  addresses: [
    {
      label: 'Main house',
      name: 'Marcus Bell',
      company: 'Larkfield Hotels',
      address1: '12 Mill Street',
      city: 'Madison',
      state: 'WI',
      zip: '53703',
      phone: '(608) 555-0123',
    },
    {
      label: 'Lake house',
      name: 'Front desk',
      company: 'Larkfield Hotels',
      address1: '700 Shore Drive',
      city: 'Lake Geneva',
      state: 'WI',
      zip: '53147',
      phone: '(262) 555-0148',
    },
  ],
}
