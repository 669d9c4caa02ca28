import type { NewMedication } from '../domain/clinical/add-medication.ts'

type Medication = Required<Omit<NewMedication, 'details'>>

const medication = (
  name: string,
  category: string,
  [dosage, strength]: readonly [number, string],
  [sig, duration, dispense]: readonly [string, number, string],
  method = 'oral',
): Medication => ({ name, category, dosage, strength, sig, duration, dispense, method })

const THRICE = '1 every 8 hours'
const TWICE = '1 every 12 hours'
const WHEN_NEEDED = '1 when in pain, at most 3 a day'

/** A formulary of generic names: an orientation for a demo, no advice. */
export const MEDICATIONS: readonly Medication[] = [
  medication('Amoxicillin', 'Antibiotic', [500, '500 mg'], [THRICE, 7, '21 capsules']),
  medication('Amoxicillin and clavulanic acid', 'Antibiotic', [625, '625 mg'], [THRICE, 7, '21 tablets']),
  medication('Metronidazole', 'Antibiotic', [500, '500 mg'], [THRICE, 7, '21 tablets']),
  medication('Azithromycin', 'Antibiotic', [500, '500 mg'], ['1 a day', 3, '3 tablets']),
  medication('Clindamycin', 'Antibiotic', [300, '300 mg'], ['1 every 6 hours', 7, '28 capsules']),
  medication('Ibuprofen', 'Painkiller', [400, '400 mg'], [THRICE, 5, '15 tablets']),
  medication('Paracetamol', 'Painkiller', [500, '500 mg'], [WHEN_NEEDED, 5, '20 tablets']),
  medication('Paracetamol syrup', 'Painkiller', [250, '250 mg in 5 ml'], ['5 ml every 6 hours', 3, '1 bottle']),
  medication('Diclofenac', 'Painkiller', [50, '50 mg'], [TWICE, 5, '10 tablets']),
  medication('Celecoxib', 'Painkiller', [200, '200 mg'], ['1 a day', 5, '5 capsules']),
  medication('Dexamethasone', 'Steroid', [4, '4 mg'], ['1 a day', 3, '3 tablets']),
  medication('Chlorhexidine mouthwash', 'Mouth care', [15, '0.12 %'], ['15 ml twice a day', 14, '1 bottle'], 'rinse'),
  medication('Fluoride toothpaste', 'Mouth care', [1, '5000 ppm'], ['twice a day', 90, '1 tube'], 'brush'),
  medication('Nystatin suspension', 'Antifungal', [1, '100 000 IU/ml'], ['1 ml four times a day', 14, '1 bottle']),
  medication('Aciclovir cream', 'Antiviral', [1, '5 %'], ['five times a day', 5, '1 tube'], 'skin'),
  medication('Lidocaine gel', 'Anaesthetic', [1, '2 %'], ['before meals', 5, '1 tube'], 'mouth'),
  medication('Artificial saliva', 'Mouth care', [1, 'spray'], ['when dry', 30, '1 bottle'], 'mouth'),
  medication('Omeprazole', 'Stomach', [20, '20 mg'], ['1 before breakfast', 14, '14 capsules']),
  medication('Cetirizine', 'Allergy', [10, '10 mg'], ['1 in the evening', 10, '10 tablets']),
  medication('Vitamin D', 'Supplement', [1, '50 000 IU'], ['1 a week', 56, '8 capsules']),
]
