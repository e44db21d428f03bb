module.exports = require('./required.cjs')(() => require('./logs.js'), 'seesaw/logs');
