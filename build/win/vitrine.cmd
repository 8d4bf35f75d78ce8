@echo off
rem Commands of the player for scripts: prints only the answer, without the empty line that Electron prints first.
setlocal
set "VITRINE_ANSWER_FILE=%TEMP%\vitrine-%RANDOM%-%RANDOM%.txt"
"%~dp0..\vitrine.exe" %* >nul
set "CODE=%ERRORLEVEL%"
if not exist "%VITRINE_ANSWER_FILE%" exit /b %CODE%
type "%VITRINE_ANSWER_FILE%"
del "%VITRINE_ANSWER_FILE%"
exit /b %CODE%
