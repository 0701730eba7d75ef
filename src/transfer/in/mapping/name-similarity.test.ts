import { describe, expect, test } from 'vitest';
import { nameSimilarity, similarFrom } from './name-similarity';

describe('name similarity', () => {
  test.each([
    ['MPG', 'Miles per gallon'],
    ['mpg', 'Miles_per_gallon'],
    ['Accel', 'Acceleration'],
    ['Disp.', 'Displacement'],
    ['Wt', 'Weight (lbs)'],
    ['Hp', 'Horsepower'],
    ['Mod Year', 'Model year'],
    ['Horsepwoer', 'Horsepower'],
    ['cylindres', 'Cylinders'],
    ['unitPrice', 'Unit price'],
    ['Übersicht', 'Ubersicht'],
  ])('%s is %s', (name, field) => expect(nameSimilarity(name, field)).toBeGreaterThanOrEqual(similarFrom));

  test.each([
    ['MPG', 'Model year'],
    ['Wt', 'Width of it'],
    ['Name', 'Gname'],
    ['ID', 'Identity card'],
    ['Note', 'Notes on quality'],
    ['City', 'Cite'],
    ['Origin', 'Margin'],
    ['', 'Name'],
    ['价格', '日期'],
  ])('%s is not %s', (name, field) => expect(nameSimilarity(name, field)).toBeLessThan(similarFrom));
});
