import { createRoot } from 'react-dom/client'
import { PricingActs } from './pricing-acts.tsx'

createRoot(document.createElement('div')).render(<PricingActs />)
