@echo off
rem Commands of the player for scripts: its answer alone comes out, without the empty line that Electron begins with.
setlocal
set "VITRINE_ANSWER_FILE=%TEMP%\vitrine-%RANDOM%-%RANDOM%.txt"
"%~dp0..\vitrine.exe" %* >nul
set "CODE=%ERRORLEVEL%"
if not exist "%VITRINE_ANSWER_FILE%" exit /b %CODE%
type "%VITRINE_ANSWER_FILE%"
del "%VITRINE_ANSWER_FILE%"
exit /b %CODE%
