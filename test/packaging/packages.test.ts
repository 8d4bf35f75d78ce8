import { describePackages } from './describe-packages.ts';

// What differs for another processor is the native file, whose choice the package for Windows shows too. All of them:
// `npm run prove -- long`.
describePackages(process.arch === 'arm64' ? ['x64', 'arm64'] : ['x64'], ['deb']);
